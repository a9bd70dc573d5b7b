/**
 * One client, one user, one browser session and one family of tokens; and all operations on them, done by the service's
 * code: the endpoints, the client registry, the end of sessions.
 */
import { createHash } from 'node:crypto'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { secondFactorRequirement } from '../../lib/domain/accounts/second-factor-requirement.ts'
import { originIndex } from '../../lib/domain/clients/client-index.ts'
import { readClient } from '../../lib/domain/clients/client-record.ts'
import { type ClientResult, clientRegistry } from '../../lib/domain/clients/registry.ts'
import { storedKeyRing } from '../../lib/domain/keys/key-ring.ts'
import { seal } from '../../lib/domain/keys/seal.ts'
import { sessionEnding } from '../../lib/domain/sessions/ending.ts'
import { sidOf } from '../../lib/domain/sessions/sid.ts'
import { issueCode } from '../../lib/domain/tokens/issue-code.ts'
import type { TokenIssuer } from '../../lib/domain/tokens/issuer.ts'
import { tokenValues } from '../../lib/domain/tokens/token-values.ts'
import { verifiedTokens } from '../../lib/domain/tokens/verified-tokens.ts'
import { accessTokens } from '../../lib/domain/tokens/verify.ts'
import type { Storage } from '../../lib/ports/storage.ts'
import { introspectionEndpoint } from '../../lib/protocol/endpoints/introspection.ts'
import { revocationEndpoint } from '../../lib/protocol/endpoints/revocation.ts'
import { tokenEndpoint } from '../../lib/protocol/endpoints/token.ts'
import { denialIn } from '../../lib/web/http/errors.ts'
import { SCOPE_CLAIMS } from '../../policies/claims.ts'
import { LIFETIMES } from '../../policies/lifetimes.ts'
import { deny } from '../../policies/verdict.ts'
import { draftOf } from '../support/registered-client.ts'
import { type Answer, call } from './caller.ts'
import { artefactHash, type Entry } from './history.ts'

const VERIFIER = 'v'.repeat(43)
const NOW = 1_800_000_000_000
const REDIRECT_URI = 'https://app.example/callback'
const key = Buffer.alloc(32, 7)

/** Shared by all worlds: keys that sign, and the ports that no schedule is about. */
export interface Ground {
  readonly rest: Storage
  issuerOn(storage: Storage): TokenIssuer
}

export async function newGround(): Promise<Ground> {
  const rest = embeddedStorage({ now: () => NOW })
  await rest.open()
  const keys = storedKeyRing(
    rest.documents,
    seal(['the root secret of the model']),
    { rotateAfter: 1e9, prePublish: 300, withdrawAfter: 1e9, rememberFor: 1e9 },
    () => NOW,
  )
  await keys.refresh()
  const issuer = {
    issuer: 'https://idp.example',
    lifetimes: LIFETIMES,
    keys,
    values: tokenValues([key]),
    verified: verifiedTokens(),
    otherSecrets: { assertNoneUnknown: async () => {} },
    seconds: () => NOW / 1000,
    now: () => NOW,
    holder: async () => ({ may: 'hold' }) as const,
    mayEnter: async () => ({ access: 'still' as const }),
    secondFactor: WITHOUT_RULE,
    refusalAfterEnd: async () => deny('invalid_grant', 'tokens_revoked'),
    scopeClaims: SCOPE_CLAIMS,
  }
  return { rest, issuerOn: (storage) => ({ ...issuer, storage }) }
}

/** No user must have a second factor. */
const WITHOUT_RULE = secondFactorRequirement({
  settings: { require: 'nobody', trustedBrowsers: false },
  users: { passkeys: undefined, totp: undefined },
  records: { read: async () => undefined },
  now: () => NOW,
})

export interface Tokens {
  readonly access: string
  readonly refresh: string | undefined
}

/** A request to the service, and its entry of the history, without the times. */
export type Deed = (
  storage: Storage,
) => Promise<{ readonly entry: Omit<Entry, 'node' | 'start' | 'end'>; readonly tokens?: Tokens }>

export type World = ReturnType<typeof newWorld>
let worlds = 0
type Credentials = Readonly<Record<string, string>>
/** An API that asks about access tokens, for all worlds in a store. */
const observers = new WeakMap<Storage, Promise<Credentials>>()

export function newWorld(ground: Ground, { offline = true }: { readonly offline?: boolean } = {}) {
  const number = (worlds += 1)
  const [clientId, subject, session] = [`client${number}`, `person${number}`, `session${number}`]
  let credentials: Credentials = {}
  let observer: Credentials = {}

  const registry = (storage: Storage) =>
    clientRegistry(
      storage.clients,
      originIndex(ground.rest.documents),
      () => NOW,
      () => false,
    )
  const ending = (storage: Storage) => sessionEnding(storage, LIFETIMES, { wake: () => undefined }, () => NOW)
  const browserSession = {
    uid: session,
    key: session,
    subject,
    about: { startedAt: NOW, address: '', userAgent: '' },
    lastSeenAt: NOW,
    generation: 0,
    clients: [],
  }

  const register = async (storage: Storage, id: string) => {
    const created = await registry(storage).create(
      draftOf(id, {
        environment: 'live',
        redirectUris: [`${REDIRECT_URI}/${id}`],
        scopes: ['openid', 'offline_access'],
        consent: 'once',
      }),
      'the proof',
    )
    if (created.outcome !== 'done') throw new Error(`the client could not be made: ${created.outcome}`)
    return { client_id: id, client_secret: created.secret ?? '' }
  }
  const use =
    (op: 'redeem' | 'refresh', artefact: string, fields: Readonly<Record<string, string>>, isGone = false): Deed =>
    async (storage) => {
      const answer = await call(
        'token',
        tokenEndpoint(ground.issuerOn(storage)),
        { ...credentials, ...fields },
        { isGone },
      )
      const { access_token: access, refresh_token: refresh } = answer.body as Record<string, string | undefined>
      const tokens = access === undefined ? undefined : { access, refresh }
      return {
        entry: {
          op,
          artefact: artefactHash(artefact),
          ...resultOf(answer),
          ...(tokens === undefined
            ? {}
            : {
                yields: [tokens.access, tokens.refresh].flatMap((token) =>
                  token === undefined ? [] : [artefactHash(token)],
                ),
              }),
        },
        ...(tokens === undefined ? {} : { tokens }),
      }
    }
  /** An act of an administrator or of the user, with what it is aimed at. */
  const act =
    (op: Entry['op'], aim: Partial<Entry>, work: (storage: Storage) => Promise<ClientResult | unknown>): Deed =>
    async (storage) => {
      try {
        const result = (await work(storage)) as Partial<ClientResult> | undefined
        return { entry: { op, ...aim, status: result?.outcome === undefined || result.outcome === 'done' ? 200 : 409 } }
      } catch (thrown) {
        const error = denialIn(thrown)
        if (error === undefined) throw thrown
        return { entry: { op, ...aim, status: error.status, error: error.denial.error } }
      }
    }

  return {
    /** Registers the client and signs the user in, as far as a code. */
    async begin(
      storage: Storage,
    ): Promise<{ readonly code: string; readonly entry: Omit<Entry, 'node' | 'start' | 'end'> }> {
      credentials = await register(storage, clientId)
      const registered = observers.get(storage) ?? register(storage, `observer${number}`)
      observers.set(storage, registered)
      observer = await registered
      const { value: code } = await issueCode(ground.issuerOn(storage), {
        client: readClient((await storage.clients.find(clientId)) ?? ''),
        subject,
        subjectGeneration: 0,
        clientGeneration: 0,
        sid: sidOf(session, clientId),
        scopes: offline ? ['openid', 'offline_access'] : ['openid'],
        signedInAt: NOW / 1000,
        acr: '1',
        amr: ['pwd'],
        nonce: 'n',
        redirectUri: `${REDIRECT_URI}/${clientId}`,
        codeChallenge: createHash('sha256').update(VERIFIER).digest('base64url'),
      })
      return {
        code,
        entry: {
          op: 'authorize',
          artefact: artefactHash(code),
          client: clientId,
          subject,
          session,
          offline,
          status: 303,
        },
      }
    },
    /** @param isGone whether the client goes before the response is sent */
    redeem: (code: string, isGone?: boolean) => {
      const redirect_uri = `${REDIRECT_URI}/${clientId}`
      return use(
        'redeem',
        code,
        { grant_type: 'authorization_code', code, redirect_uri, code_verifier: VERIFIER },
        isGone,
      )
    },
    refresh: (token: string, isGone?: boolean) =>
      use('refresh', token, { grant_type: 'refresh_token', refresh_token: token }, isGone),
    introspect:
      (token: string): Deed =>
      async (storage) => {
        const issuer = ground.issuerOn(storage)
        const answer = await call('introspection', introspectionEndpoint(issuer, accessTokens(issuer)), {
          ...(token.includes('.') ? observer : credentials),
          token,
        })
        return {
          entry: {
            op: 'introspect',
            artefact: artefactHash(token),
            ...resultOf(answer),
            ...(answer.status === 200 ? { active: answer.body.active === true } : {}),
          },
        }
      },
    revoke:
      (token: string): Deed =>
      async (storage) => {
        const issuer = ground.issuerOn(storage)
        return {
          entry: {
            op: 'revoke',
            artefact: artefactHash(token),
            ...resultOf(
              await call('revocation', revocationEndpoint(issuer, accessTokens(issuer)), { ...credentials, token }),
            ),
          },
        }
      },
    disable: act('disable', { client: clientId }, (storage) => registry(storage).disable(clientId, 'the proof')),
    enable: act('enable', { client: clientId }, (storage) => registry(storage).enable(clientId, 'the proof')),
    logout: act('logout', { subject }, (storage) => ending(storage).endEverything(subject)),
    endSession: act('end-session', { session }, (storage) => ending(storage).endSession(browserSession)),
    withdraw: act('withdraw', { subject, client: clientId }, (storage) =>
      storage.subjects.revokeClient(subject, clientId),
    ),
  }
}

function resultOf({ status, body }: Answer): Pick<Entry, 'status' | 'error' | 'ref'> {
  const { error, error_ref: ref } = body as Record<string, string | undefined>
  return { status, ...(error === undefined ? {} : { error }), ...(ref === undefined ? {} : { ref }) }
}
