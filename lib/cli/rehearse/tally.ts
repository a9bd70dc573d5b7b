/** For each app, counts the requests that Portico would accept and those that it would deny, by reason. */
import { createHash } from 'node:crypto'
import { REDIRECT_URIS_MAX } from '../../../policies/client-registration.ts'
import type { ErrorRef } from '../../../policies/errors.ts'
import type { RedirectUriIssue } from '../../../policies/redirect-uri.ts'
import { addressWithoutValues, recordedText } from '../../../policies/untrusted-text.ts'
import type { Evaluation } from './evaluate.ts'

export interface RehearsedApp {
  /** Undefined if the requests named no client. */
  readonly clientId: string | undefined
  readonly requests: number
  readonly passing: number
  readonly refusedBy: readonly { readonly ref: ErrorRef; readonly description: string; readonly requests: number }[]
  /** The recorded redirect URIs, without the parts that can contain codes, tokens, or user names. */
  readonly redirectUris: readonly RedirectUriUse[]
  /** Other clients with the same redirect URI. In Portico, a redirect URI can belong to only one client. */
  readonly sharedWith: readonly string[]
  readonly scopes: readonly string[]
  readonly unknownScopes: readonly string[]
}

export interface RedirectUriUse {
  readonly uri: string
  /** Whether the redirect URI is complete, with no part removed for privacy. */
  readonly isWhole: boolean
  /** Distinguishes redirect URIs that look the same after parts were removed for privacy. */
  readonly digest: string
  /** Why the redirect URI cannot be registered. */
  readonly issues: readonly RedirectUriIssue[]
}

/** Maximum number of apps. It is limited, because anonymous requests can contain any client ID. */
const APPS_MAX = 1000
const SCOPES_MAX = 20
/** Maximum number of other clients to list for one redirect URI. */
const NAMED_MAX = 5
/** One more than a client can register, to detect apps with too many redirect URIs. */
const URIS_MAX = REDIRECT_URIS_MAX + 1

interface AppTally {
  readonly clientId: string | undefined
  requests: number
  passing: number
  readonly refusedBy: Map<string, { ref: ErrorRef; description: string; requests: number }>
  readonly redirectUris: Map<string, RedirectUriUse>
  readonly scopes: Set<string>
}

/** @param knownScopes all scopes in the deployment */
export function tally(knownScopes: readonly string[]) {
  const apps = new Map<string, AppTally>()
  let overlooked = 0
  return {
    add(evaluation: Evaluation): void {
      const clientId = evaluation.clientId === undefined ? undefined : recordedText(evaluation.clientId)
      const key = clientId ?? ''
      const app = apps.get(key) ?? newApp(clientId)
      if (!apps.has(key)) {
        if (apps.size === APPS_MAX) {
          overlooked += 1
          return
        }
        apps.set(key, app)
      }
      count(app, evaluation)
    },
    /** The apps, in the order of their first requests. */
    apps(): readonly RehearsedApp[] {
      const holders = holdersOf([...apps.values()])
      return [...apps.values()].map(({ clientId, requests, passing, refusedBy, redirectUris, scopes }) => ({
        clientId,
        requests,
        passing,
        refusedBy: [...refusedBy.values()].toSorted((a, b) => b.requests - a.requests),
        redirectUris: [...redirectUris.values()],
        sharedWith: [...new Set([...redirectUris.keys()].flatMap((digest) => holders.get(digest) ?? []))]
          .filter((other) => other !== clientId)
          .slice(0, NAMED_MAX),
        scopes: knownScopes.filter((scope) => scopes.has(scope)),
        unknownScopes: [...scopes].filter((scope) => !knownScopes.includes(scope)),
      }))
    },
    /** Number of requests that were not counted, because the recording contains too many clients. */
    overlooked: () => overlooked,
  }
}

/** Client IDs, keyed by redirect URI digest: at most NAMED_MAX other clients, plus the client itself. */
function holdersOf(apps: readonly AppTally[]): ReadonlyMap<string, readonly string[]> {
  const holders = new Map<string, string[]>()
  for (const { clientId, redirectUris } of apps) {
    if (clientId === undefined) continue
    for (const digest of redirectUris.keys()) {
      const list = holders.get(digest) ?? []
      if (list.length <= NAMED_MAX) holders.set(digest, [...list, clientId])
    }
  }
  return holders
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

const newApp = (clientId: string | undefined): AppTally => ({
  clientId,
  requests: 0,
  passing: 0,
  refusedBy: new Map(),
  redirectUris: new Map(),
  scopes: new Set(),
})

function count(app: AppTally, { refusals, redirectUri, redirectUriIssues = [], scopes = [] }: Evaluation): void {
  app.requests += 1
  if (refusals.length === 0 && redirectUriIssues.length === 0) app.passing += 1
  for (const { ref, description } of refusals) {
    const key = `${ref} ${description}`
    const before = app.refusedBy.get(key)
    if (before === undefined) app.refusedBy.set(key, { ref, description, requests: 1 })
    else before.requests += 1
  }
  if (redirectUri !== undefined && app.redirectUris.size < URIS_MAX) {
    const uri = addressWithoutValues(redirectUri)
    const digest = digestOf(redirectUri)
    app.redirectUris.set(digest, { uri, isWhole: uri === redirectUri, issues: redirectUriIssues, digest })
  }
  for (const scope of scopes) if (scope !== '' && app.scopes.size < SCOPES_MAX) app.scopes.add(recordedText(scope))
}
