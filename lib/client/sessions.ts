/** The app's sessions: their start, their end, and one refresh at a time. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ClientError } from './client-error.ts'
import type { CookieJar, Sealing } from './cookies.ts'
import type { Exchange, Tokens } from './exchange.ts'
import { onceAcrossProcesses } from './once-across-processes.ts'
import type { Settings } from './options.ts'
import { digestOf, random, type StoredSession, sessionKeeping } from './session-keeping.ts'
import type { VerifiedTokens } from './verified-tokens.ts'

/** An access token is renewed before it expires: this time or a tenth of its life, whichever is shorter. */
const RENEW_EARLY_MS = 30_000
const RENEWALS_MAX = 3

export interface SessionParts {
  readonly settings: Settings
  readonly jar: CookieJar
  readonly sealed: Sealing
  readonly exchange: Exchange
  readonly verified: VerifiedTokens
}

export type Sessions = ReturnType<typeof sessionsOf>

export function sessionsOf({ settings, jar, sealed, exchange, verified }: SessionParts) {
  const { clock, sessionSeconds } = settings
  const { records, isInCookie, save, load, forget, marksOf, notify, isNew } = sessionKeeping(settings, jar, sealed)
  const once = onceAcrossProcesses(records, sealed)

  /** The refreshed session; the message of a refusal, which has ended the session. */
  const renewed = async (session: StoredSession): Promise<StoredSession | { readonly refused: string }> => {
    try {
      const next = await refreshed(session, exchange, verified, clock)
      await save(next, undefined)
      return next
    } catch (error) {
      if (!(error instanceof ClientError) || error.status !== 401) throw error
      await forget(session, undefined)
      return { refused: error.message }
    }
  }

  /** @throws ClientError 401 if the session has ended, 503 if the provider does not respond */
  async function renew(session: StoredSession, res: ServerResponse | undefined): Promise<StoredSession> {
    if (session.refreshToken === undefined)
      throw new ClientError(401, 'login_required', 'The access token has expired, and there is no refresh token.')
    const next = await once(digestOf(session.refreshToken), () => renewed(session))
    if ('refused' in next) {
      await forget(session, res)
      throw new ClientError(401, 'login_required', next.refused)
    }
    if (isInCookie) await save(next, res)
    return next
  }
  return {
    renew,
    notify,
    isNew,
    async start(req: IncomingMessage, res: ServerResponse, tokens: Tokens, nonce: string): Promise<void> {
      const claims = await verified.idToken(tokens.idToken, nonce)
      const [id, { sub }] = [random(), claims]
      const sid = typeof claims.sid === 'string' ? claims.sid : id
      // Before userinfo: a logout before this line ends the access token, and one after it changes a mark.
      const marks = await marksOf({ sid, sub })
      const user = (await exchange.userinfo(tokens.accessToken, sub)) ?? claims
      const { expiresIn: _, idToken = '', ...kept } = tokens
      const until = clock() + sessionSeconds * 1000
      const before = await load(req)
      if (before !== undefined) await forget(before, undefined)
      await save({ ...kept, ...timesOf(tokens, clock()), idToken, id, sub, sid, user, until, marks }, res)
      if (!isInCookie) jar.write(res, jar.session, id)
    },
    /** The session, after a refresh if its access token has expired; undefined without one. */
    async read(req: IncomingMessage, res: ServerResponse | undefined): Promise<StoredSession | undefined> {
      let session = await load(req)
      if (session === undefined) return undefined
      try {
        // A browser that missed responses has a cookie from several refreshes ago.
        for (let turn = 0; turn < RENEWALS_MAX && clock() >= session.renewAt && session.refreshToken; turn += 1)
          session = await renew(session, res)
      } catch (error) {
        if (!(error instanceof ClientError)) throw error
        // While the provider does not respond, users stay signed in.
        return error.status === 401 ? undefined : session
      }
      return session
    },
    async end(session: StoredSession, res: ServerResponse): Promise<void> {
      await notify(session)
      await forget(session, res)
    },
  }
}

function timesOf({ expiresIn }: Tokens, now: number) {
  const life = expiresIn * 1000
  return { expiresAt: now + life, renewAt: now + life - Math.min(RENEW_EARLY_MS, life / 10) }
}

async function refreshed(
  session: StoredSession,
  exchange: Exchange,
  verified: VerifiedTokens,
  clock: () => number,
): Promise<StoredSession> {
  const tokens = await exchange.refresh(session.refreshToken as string)
  const { accessToken, idToken = session.idToken, refreshToken = session.refreshToken, scope = session.scope } = tokens
  if (idToken !== session.idToken && (await verified.idToken(idToken)).sub !== session.sub)
    throw new ClientError(401, 'invalid_id_token', 'The refreshed ID token is about another user.')
  // The tokens are valid without it.
  const user = (await exchange.userinfo(accessToken, session.sub).catch(() => undefined)) ?? session.user
  return { ...session, ...timesOf(tokens, clock()), accessToken, idToken, refreshToken, scope, user }
}
