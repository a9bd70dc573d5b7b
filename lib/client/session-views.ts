import type { IncomingMessage, ServerResponse } from 'node:http'
import { decodeJwt } from 'jose'
import type { Settings } from './options.ts'
import type { JsonObject } from './provider.ts'
import type { StoredSession } from './session-keeping.ts'
import type { Sessions } from './sessions.ts'

/** A signed-in user of the app. */
export interface ClientSession {
  /** Claims of userinfo, such as `sub`, `name` and `email`; of the ID token, if the provider has no userinfo. */
  readonly user: JsonObject & { readonly sub: string; readonly name?: string; readonly email?: string }
  /** The claim `roles`. */
  readonly roles: readonly string[]
  /** Strength of the sign-in (`acr`). */
  readonly acr: string | undefined
  /** Claims of the ID token. */
  readonly claims: JsonObject
  /** Scopes that were granted, if the provider named them. */
  readonly scope: string | undefined
  /** When the access token expires, in milliseconds since the epoch. */
  readonly expiresAt: number
  /**
   * An access token that has not expired, after a refresh if necessary. Parallel calls cause one refresh.
   * @throws ClientError 401 if the session has ended, 503 if the provider does not respond
   */
  accessToken(): Promise<string>
  /** Refreshes tokens, user and roles now. @throws ClientError like `accessToken` */
  refresh(): Promise<ClientSession>
}

/** The sessions of requests, for the app. */
export function sessionViews({ clock }: Settings, sessions: Sessions) {
  const responses = new WeakMap<IncomingMessage, ServerResponse>()
  const lookups = new WeakMap<IncomingMessage, Promise<StoredSession | undefined>>()

  /** Repeated calls for one request share one lookup. */
  const find = (req: IncomingMessage): Promise<StoredSession | undefined> => {
    let lookup = lookups.get(req)
    if (lookup === undefined) {
      lookup = sessions.read(req, responses.get(req))
      lookups.set(req, lookup)
      lookup.catch(() => lookups.delete(req))
    }
    return lookup
  }
  const renew = (req: IncomingMessage, session: StoredSession): Promise<StoredSession> => {
    const next = sessions.renew(session, responses.get(req))
    next.then(
      () => lookups.set(req, next),
      () => lookups.delete(req),
    )
    return next
  }
  const viewOf = (req: IncomingMessage, session: StoredSession): ClientSession => {
    const claims = decodeJwt(session.idToken)
    const { roles = claims.roles } = session.user
    return {
      user: session.user as ClientSession['user'],
      roles: Array.isArray(roles) ? roles : [],
      acr: typeof claims.acr === 'string' ? claims.acr : undefined,
      claims,
      scope: session.scope,
      expiresAt: session.expiresAt,
      async accessToken() {
        const current = (await find(req)) ?? session
        const hasExpired = clock() >= current.expiresAt
        return (hasExpired ? await renew(req, current) : current).accessToken
      },
      refresh: async () => viewOf(req, await renew(req, (await find(req)) ?? session)),
    }
  }
  return { responses, find, viewOf }
}
