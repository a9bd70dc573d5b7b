/** The app's sessions, in memory, with their tokens. A restart signs all users out. */
import { randomBytes } from 'node:crypto'
import type { IDToken, UserInfoResponse } from 'openid-client'

export interface Tokens {
  readonly accessToken: string
  readonly idToken: string
  readonly refreshToken: string | undefined
  readonly scope: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

export interface Session {
  readonly claims: IDToken
  readonly startedAt: number
  tokens: Tokens
  userinfo?: UserInfoResponse
  /** Refresh tokens work once, so a session has one refresh at a time. */
  refreshing?: Promise<void>
  refreshes: number
}

export interface Sessions {
  start(claims: IDToken, tokens: Tokens): string
  find(id: string | undefined): Session | undefined
  end(id: string | undefined): void
  /** Ends the sessions of a logout token: one session of the provider, or all of a user. */
  endAt(provider: { readonly sid?: string | undefined; readonly sub?: string | undefined }): void
}

const LIFETIME_MS = 12 * 3_600_000

export function memorySessions(now: () => number): Sessions {
  const sessions = new Map<string, Session>()
  const sweep = (): void => {
    for (const [id, { startedAt }] of sessions) if (startedAt + LIFETIME_MS < now()) sessions.delete(id)
  }
  return {
    start(claims, tokens) {
      sweep()
      const id = randomBytes(32).toString('base64url')
      sessions.set(id, { claims, tokens, startedAt: now(), refreshes: 0 })
      return id
    },
    find(id) {
      sweep()
      return id === undefined ? undefined : sessions.get(id)
    },
    end(id) {
      if (id !== undefined) sessions.delete(id)
    },
    endAt({ sid, sub }) {
      for (const [id, { claims }] of sessions) {
        if (sid === undefined ? claims.sub === sub : claims['sid'] === sid) sessions.delete(id)
      }
    },
  }
}
