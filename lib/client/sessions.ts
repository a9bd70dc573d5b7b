/** The app's sessions: their start, their end, and one refresh at a time. */
import type { IncomingMessage } from 'node:http'
import { decodeJwt } from 'jose'
import { ClientError } from './client-error.ts'
import type { CookieJar } from './cookies.ts'
import type { Exchange, Tokens } from './exchange.ts'
import type { Settings } from './options.ts'
import type { JsonObject } from './provider.ts'
import { random, SESSION_SECONDS, type StoredSession, sessionKeeping } from './session-keeping.ts'
import { digestOf } from './shared-work.ts'

/** A signed-in user of the app. */
export interface ClientSession extends Pick<Tokens, 'scope' | 'expiresAt'> {
  /** Claims of userinfo, such as `sub`, `name` and `email`; of the ID token, if the provider has no userinfo. */
  readonly user: JsonObject & { readonly sub: string; readonly name?: string; readonly email?: string }
  readonly roles: readonly string[]
  /** Strength of the sign-in (`acr`). */
  readonly acr: string | undefined
  readonly claims: JsonObject
  /**
   * An access token that has not expired, after a refresh if necessary. Parallel calls cause one refresh.
   * @throws ClientError 401 if the session has ended, 503 if the provider does not respond
   */
  accessToken(): Promise<string>
  /** Refreshes tokens, user and roles now. @throws ClientError like `accessToken` */
  refresh(): Promise<ClientSession>
}

const RENEWALS_MAX = 3

export type Sessions = ReturnType<typeof sessionsOf>

export function sessionsOf(settings: Settings, jar: CookieJar, exchange: Exchange) {
  const { clock } = settings
  const { isInCookie, save, load, forget, marksOf, once, notify, isNew } = sessionKeeping(settings, jar)
  const lookups = new WeakMap<IncomingMessage, Promise<StoredSession | undefined>>()

  const renewed = async (session: StoredSession): Promise<StoredSession | { readonly refused: string }> => {
    try {
      const tokens = await exchange.refresh(session)
      if (tokens.idToken !== session.idToken && (await exchange.idToken(tokens.idToken)).sub !== session.sub)
        throw new ClientError(401, 'invalid_id_token', 'The refreshed ID token is about another user.')
      // The tokens are valid without it.
      const user = (await exchange.userinfo(tokens.accessToken, session.sub).catch(() => undefined)) ?? session.user
      const next = { ...session, ...tokens, user }
      await save(next)
      return next
    } catch (error) {
      if (!(error instanceof ClientError) || error.status !== 401) throw error
      await forget(session)
      return { refused: error.message }
    }
  }
  /** @throws ClientError 401 if the session has ended, 503 if the provider does not respond */
  const renew = async (session: StoredSession, req: IncomingMessage): Promise<StoredSession> => {
    if (session.refreshToken === undefined)
      throw new ClientError(401, 'login_required', 'The access token has expired, and there is no refresh token.')
    const next = await once(digestOf(session.refreshToken), () => renewed(session))
    lookups.set(req, Promise.resolve('refused' in next ? undefined : next))
    if ('refused' in next) {
      await forget(session, req)
      throw new ClientError(401, 'login_required', next.refused)
    }
    if (isInCookie) await save(next, req)
    return next
  }
  const find = async (req: IncomingMessage): Promise<StoredSession | undefined> => {
    let session = await load(req)
    try {
      // A browser that missed responses has a cookie from several refreshes ago.
      for (let turn = 0; turn < RENEWALS_MAX && session?.refreshToken && clock() >= session.renewAt; turn += 1)
        session = await renew(session, req)
    } catch (error) {
      if (!(error instanceof ClientError)) throw error
      // While the provider does not respond, users stay signed in.
      return error.status === 401 ? undefined : session
    }
    return session
  }
  return {
    notify,
    isNew,
    forget,
    renew,
    /** The session, after a refresh if necessary; undefined without one. Later calls for the request share it. */
    read(req: IncomingMessage): Promise<StoredSession | undefined> {
      const session = lookups.get(req) ?? find(req)
      lookups.set(req, session)
      session.catch(() => lookups.delete(req))
      return session
    },
    async start(req: IncomingMessage, tokens: Tokens, nonce: string): Promise<void> {
      const claims = await exchange.idToken(tokens.idToken, nonce)
      const [id, { sub }] = [random(), claims]
      const sid = typeof claims.sid === 'string' ? claims.sid : id
      // Before userinfo: a logout before this line ends the access token, and one after it changes a mark.
      const marks = await marksOf({ sid, sub }, random())
      const user = (await exchange.userinfo(tokens.accessToken, sub)) ?? claims
      const before = await load(req)
      if (before !== undefined) await forget(before)
      await save({ ...tokens, id, sub, sid, user, marks, until: clock() + SESSION_SECONDS * 1000 }, req)
      if (!isInCookie) jar.write(req, jar.session, id)
    },
  }
}

export const viewsOf = ({ clock }: Settings, { read, renew }: Sessions) =>
  function viewOf(req: IncomingMessage, session: StoredSession): ClientSession {
    const claims = decodeJwt(session.idToken)
    const { roles = claims.roles } = session.user
    const current = async (): Promise<StoredSession> => (await read(req)) ?? session
    return {
      user: session.user as ClientSession['user'],
      roles: Array.isArray(roles) ? roles : [],
      acr: typeof claims.acr === 'string' ? claims.acr : undefined,
      claims,
      scope: session.scope,
      expiresAt: session.expiresAt,
      async accessToken() {
        const now = await current()
        return (clock() >= now.expiresAt ? await renew(now, req) : now).accessToken
      },
      refresh: async () => viewOf(req, await renew(await current(), req)),
    }
  }
