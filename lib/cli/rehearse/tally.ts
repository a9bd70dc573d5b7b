/** For each app, counts the requests that Portico would accept and those that it would deny, by reason. */
import { createHash } from 'node:crypto'
import { REDIRECT_URIS_MAX } from '../../../policies/client-registration.ts'
import type { ErrorRef } from '../../../policies/errors.ts'
import type { RedirectUriIssue } from '../../../policies/redirect-uri.ts'
import { addressWithoutValues, recordedText } from '../../../policies/untrusted-text.ts'
import type { Evaluation } from './evaluate.ts'
import type { BrokenRequest } from './recorded-request.ts'

export interface RehearsedApp {
  /** Undefined if the requests named no client. */
  readonly clientId: string | undefined
  readonly requests: number
  readonly passing: number
  /** Requests that were cut, so they are not evaluated and not in `requests`. */
  readonly cut: number
  /** Requests that cannot be parsed, so they are not evaluated and not in `requests`. */
  readonly unreadable: number
  readonly refusedBy: readonly { readonly ref: ErrorRef; readonly description: string; readonly requests: number }[]
  /** The recorded redirect URIs, without the parts that can contain codes, tokens, or user names. */
  readonly redirectUris: readonly RedirectUriUse[]
  /** Other clients with the same redirect URI. In Portico, a redirect URI can belong to only one client. */
  readonly sharedWith: readonly string[]
  readonly scopes: readonly string[]
  readonly unknownScopes: readonly string[]
  /** Number of values that the lists omit. */
  readonly more: { readonly redirectUris: number; readonly sharedWith: number; readonly unknownScopes: number }
  /** Whether there were too many values to count, so that `more` is a minimum. */
  readonly isMoreMinimum: boolean
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
/** Maximum number of unknown scopes to list. */
const SCOPES_MAX = 20
/** Maximum number of other clients to list for one redirect URI. */
const NAMED_MAX = 5
/** One more than a client can register, to detect apps with too many redirect URIs. */
const URIS_MAX = REDIRECT_URIS_MAX + 1
/** Maximum number of redirect URIs and of unknown scopes to count for one app. */
const COUNTED_MAX = 100

type AppTally = ReturnType<typeof newApp>

/** @param knownScopes all scopes in the deployment */
export function tally(knownScopes: readonly string[]) {
  const apps = new Map<string, AppTally>()
  let overlooked = 0
  const appOf = (client: string | undefined): AppTally | undefined => {
    const clientId = client === undefined ? undefined : recordedText(client)
    const app = apps.get(clientId ?? '') ?? newApp(clientId)
    if (!apps.has(clientId ?? '') && apps.size === APPS_MAX) {
      overlooked += 1
      return undefined
    }
    apps.set(clientId ?? '', app)
    return app
  }
  return {
    add(evaluation: Evaluation): void {
      const app = appOf(evaluation.clientId)
      if (app !== undefined) count(app, evaluation, knownScopes)
    },
    addBroken({ broken, clientId }: BrokenRequest): void {
      const app = appOf(clientId)
      if (app !== undefined) app[broken] += 1
    },
    /** The apps, in the order of their first requests. */
    apps(): readonly RehearsedApp[] {
      const holders = holdersOf([...apps.values()])
      return [...apps.values()].map((app) => rehearsedApp(app, holders, knownScopes))
    },
    /** Number of requests that were not counted, because the recording contains too many clients. */
    overlooked: () => overlooked,
  }
}

function rehearsedApp(
  { refusedBy, redirectUris, scopes, isUncounted, ...app }: AppTally,
  holders: ReturnType<typeof holdersOf>,
  knownScopes: readonly string[],
): RehearsedApp {
  const uris = [...redirectUris.values()]
  const others = [...redirectUris.keys()].flatMap((digest) => holders.get(digest) ?? []).map(({ clientId }) => clientId)
  const sharedWith = [...new Set(others)].filter((other) => other !== app.clientId)
  const unknownScopes = [...scopes].filter((scope) => !knownScopes.includes(scope))
  return {
    ...app,
    refusedBy: [...refusedBy.values()].toSorted((a, b) => b.requests - a.requests),
    redirectUris: uris.slice(0, URIS_MAX),
    sharedWith: sharedWith.slice(0, NAMED_MAX),
    scopes: knownScopes.filter((scope) => scopes.has(scope)),
    unknownScopes: unknownScopes.slice(0, SCOPES_MAX),
    more: {
      redirectUris: Math.max(0, uris.length - URIS_MAX),
      sharedWith: Math.max(0, sharedWith.length - NAMED_MAX),
      unknownScopes: Math.max(0, unknownScopes.length - SCOPES_MAX),
    },
    isMoreMinimum: isUncounted,
  }
}

/** Client IDs, keyed by redirect URI digest. */
function holdersOf(apps: readonly AppTally[]) {
  const pairs = apps.flatMap(({ clientId, redirectUris }) =>
    clientId === undefined ? [] : [...redirectUris.keys()].map((digest) => ({ digest, clientId })),
  )
  return Map.groupBy(pairs, ({ digest }) => digest)
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

const newApp = (clientId: string | undefined) => ({
  clientId,
  requests: 0,
  passing: 0,
  cut: 0,
  unreadable: 0,
  isUncounted: false,
  refusedBy: new Map<string, { ref: ErrorRef; description: string; requests: number }>(),
  redirectUris: new Map<string, RedirectUriUse>(),
  scopes: new Set<string>(),
})

function count(
  app: AppTally,
  { refusals, redirectUri, redirectUriIssues = [], scopes = [] }: Evaluation,
  knownScopes: readonly string[],
): void {
  app.requests += 1
  if (refusals.length === 0 && redirectUriIssues.length === 0) app.passing += 1
  for (const { ref, description } of refusals) {
    const key = `${ref} ${description}`
    const before = app.refusedBy.get(key)
    if (before === undefined) app.refusedBy.set(key, { ref, description, requests: 1 })
    else before.requests += 1
  }
  const isRoom = (size: number): boolean => {
    if (size >= COUNTED_MAX) app.isUncounted = true
    return size < COUNTED_MAX
  }
  if (redirectUri !== undefined) {
    const uri = addressWithoutValues(redirectUri)
    const digest = digestOf(redirectUri)
    if (!app.redirectUris.has(digest) && isRoom(app.redirectUris.size))
      app.redirectUris.set(digest, { uri, isWhole: uri === redirectUri, issues: redirectUriIssues, digest })
  }
  for (const scope of scopes.filter((one) => one !== '').map(recordedText))
    if (!app.scopes.has(scope) && (knownScopes.includes(scope) || isRoom(app.scopes.size))) app.scopes.add(scope)
}
