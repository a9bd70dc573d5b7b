/**
 * What users, apps and administrators have been told, and what must therefore hold. A response counts when the node has
 * written it, even if it is lost on its way. An end counts from its acknowledgement on.
 */
import type { Answer } from '../support/http.ts'

/** What is broken: the promise of policies/README.md, and how. */
export interface Violation {
  readonly promise: string
  readonly text: string
}

export interface Token {
  readonly text: string
  readonly kind: 'refresh' | 'access'
  readonly writtenAt: number
  /** In milliseconds since the epoch; without a limit for a refresh token. */
  readonly expiresAt: number
  successes: number
  /** Its revocation has begun. */
  isDoubted: boolean
  /** Why it must not be accepted any more, and since when. */
  ended?: { readonly at: number; readonly why: string }
}

/** All tokens from one authorization code (D-T4). */
export interface Family {
  readonly number: number
  readonly user: string
  readonly app: string
  readonly code: string
  readonly isOffline: boolean
  readonly startedAt: number
  readonly tokens: Token[]
  redemptions: number
  sid?: string
  idToken?: string
  ended?: { readonly at: number; readonly why: string }
  /** Something has begun that may end it, or that has used a token without a response. */
  isDoubted: boolean
  /** Refreshes that have begun, and those without a response yet. */
  refreshes: number
  underway: number
}

export type Book = ReturnType<typeof openBook>

/** How far two clocks differ at most, in milliseconds. */
const CLOCKS_MS = 180_000
/** For this long, a new access token is certainly active. */
const YOUNG_MS = 120_000

const claimsOf = (jwt: string): Readonly<Record<string, unknown>> =>
  JSON.parse(Buffer.from(jwt.split('.')[1]!, 'base64url').toString())

export function openBook(now: () => number) {
  const families: Family[] = []
  const violations: Violation[] = []
  let checks = 0

  const violated = (promise: string, text: string): void => void violations.push({ promise, text })
  /** Counts a check. */
  const hold = (isSo: boolean, promise: string, text: () => string): void => {
    checks += 1
    if (!isSo) violated(promise, text())
  }
  const named = ({ number, user, app }: Family): string => `family ${number} (${user}, ${app})`
  const ended = (why: string) => ({ at: now(), why })
  const endedOf = (family: Family, token?: Token): Family['ended'] => token?.ended ?? family.ended
  /** Nothing is accepted by a request that began after the end. */
  const holdLive = (family: Family, token: Token | undefined, sentAt: number, what: string): void => {
    const end = endedOf(family, token)
    hold(
      end === undefined || sentAt < end.at,
      'ended-access',
      () => `${named(family)}: ${what}, although ${end?.why} was acknowledged before`,
    )
  }

  /** Writes down the tokens of a response. */
  const take = (family: Family, { json }: Answer): void => {
    const { access_token, refresh_token, id_token } = json() as Record<string, string | undefined>
    const add = (kind: Token['kind'], text: string | undefined): void => {
      if (text === undefined) return
      const expiresAt = kind === 'access' ? Number(claimsOf(text)['exp']) * 1_000 : Number.POSITIVE_INFINITY
      family.tokens.push({ text, kind, writtenAt: now(), expiresAt, successes: 0, isDoubted: false })
    }
    add('access', access_token)
    add('refresh', refresh_token)
    if (id_token === undefined) return
    family.idToken = id_token
    family.sid = String(claimsOf(id_token)['sid'])
  }
  const refOf = (answer: Answer): unknown => (answer.status === 400 ? answer.json().error_ref : undefined)

  return {
    families,
    violations,
    checks: () => checks,
    hold,
    named,
    begin(user: string, app: string, code: string, isOffline: boolean, startedAt: number): Family {
      const number = families.length + 1
      const counts = { redemptions: 0, refreshes: 0, underway: 0, isDoubted: false }
      const family = { number, user, app, code, isOffline, startedAt, tokens: [], ...counts }
      families.push(family)
      return family
    },
    newest: (family: Family, kind: Token['kind']): Token | undefined =>
      family.tokens.findLast((token) => token.kind === kind),
    endFamily(family: Family, why: string): void {
      family.ended ??= ended(why)
    },
    endToken(token: Token, why: string): void {
      token.ended ??= ended(why)
    },
    /** The node has answered the redemption of a code. */
    redeemed(family: Family, answer: Answer, sentAt: number): void {
      if (answer.status === 200) {
        family.redemptions += 1
        hold(family.redemptions === 1, 'code-once', () => `the code of ${named(family)} was redeemed again`)
        holdLive(family, undefined, sentAt, 'its code was redeemed')
        take(family, answer)
      }
    },
    /** The node has answered a refresh. */
    refreshed(family: Family, token: Token, answer: Answer, sentAt: number): void {
      if (answer.status !== 200) return
      token.successes += 1
      hold(token.successes === 1, 'refresh-once', () => `a refresh token of ${named(family)} was used again`)
      holdLive(family, token, sentAt, 'it was refreshed')
      take(family, answer)
    },
    /** A caller has been told that it replayed a code or refresh token, which ends the family. */
    replayed(family: Family, answer: Answer): void {
      if (['code_used', 'refresh_token_replayed'].includes(String(refOf(answer)))) family.ended ??= ended('a replay')
    },
    /** @param isCalm whether nothing has been disturbed for a while */
    used(family: Family, token: Token, isActive: boolean, what: string, sentAt: number, isCalm: boolean): void {
      const text = (how: string) => (): string => `${named(family)}: ${what} of its ${token.kind} token, ${how}`
      if (isActive) {
        holdLive(family, token, sentAt, `${what} of its ${token.kind} token`)
        hold(sentAt < token.expiresAt + CLOCKS_MS, 'expired-token', text('which has expired'))
        return
      }
      const isYoung = token.kind === 'access' && now() < token.writtenAt + YOUNG_MS
      const mayEnd = [family, token].some(({ isDoubted, ended: end }) => isDoubted || end !== undefined)
      hold(!isYoung || mayEnd || !isCalm, 'live-access', text('which nothing has ended, failed'))
    },
  }
}
