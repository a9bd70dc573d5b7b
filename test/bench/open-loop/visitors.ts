/**
 * Users and apps: what each request of the mix sends, and whether its response is right. Requests use what earlier ones
 * returned, so the service answers for real sessions, codes and families.
 */
import { type Answer, basic, formRequest, locationIn } from '../connection.ts'
import { subOf, TRUSTED_CLIENT } from '../fixtures.ts'
import { signInLane } from '../interactive.ts'
import type { Party } from '../parties.ts'
import {
  codeOf,
  codeOfAnswer,
  exchangeRequest,
  introspectRequest,
  refreshRequest,
  silentRequest,
  type Tokens,
  tokensOf,
  userinfoRequest,
} from '../sign-in.ts'
import { LoadFailure } from './tally.ts'

/** Requests for each interactive sign-in, itself included. */
export const MIX = {
  'sign-in': 1,
  'silent authorize': 5,
  'code exchange': 5,
  refresh: 20,
  introspection: 50,
  userinfo: 20,
} as const
export type OperationName = keyof typeof MIX

/** Enough that no user signs in twice at the same time. */
export const VISITORS = Array.from({ length: 1_000 }, (_, place) => `visitor-${place}`)
/** The newest of each kind are used. */
const MOST = 2_000
const FIRST_SIGN_INS = 32

type Send = (request: Buffer) => Promise<Answer>
/** A user's session, code or token. */
interface Owned<T> {
  readonly sub: string
  readonly value: T
}

export interface Visitors {
  /** Sends the operation's requests. @throws LoadFailure */
  run(operation: OperationName, send: Send): Promise<void>
}

/** Signs the first users in. */
export async function openVisitors(party: Party, send: Send, random: () => number): Promise<Visitors> {
  const names = [...VISITORS]
  const sessions: Owned<string>[] = []
  const codes: Owned<string>[] = []
  const families: Owned<Tokens>[] = []
  const alive: Owned<string>[] = []
  const checked = async (request: Buffer): Promise<Answer> => orderly(await send(request))
  const keepTokens = (answer: Answer, sub: string): void => {
    const value = tokensFor(answer, sub)
    keep(families, { sub, value })
    keep(alive, { sub, value: value.access })
  }
  const anyOf = <T>(among: readonly T[]): T => among[Math.floor(random() * among.length)] ?? nothingToSend()

  const operations: Readonly<Record<OperationName, () => Promise<void>>> = {
    async 'sign-in'() {
      const username = names.shift() ?? nothingToSend()
      const sub = subOf(username)
      try {
        const lane = signInLane(
          party,
          () => username,
          (location, cookie) => {
            keep(sessions, { sub, value: cookie })
            keep(codes, { sub, value: codeOf(location) })
          },
        )
        do lane.take(await checked(lane.next()))
        while (lane.isUnderWay())
      } finally {
        names.push(username)
      }
    },
    async 'silent authorize'() {
      const { sub, value } = anyOf(sessions)
      const answer = await checked(silentRequest(party, TRUSTED_CLIENT, value))
      keep(codes, { sub, value: codeOfAnswer(answer) })
    },
    async 'code exchange'() {
      const { sub, value } = codes.shift() ?? nothingToSend()
      keepTokens(await checked(exchangeRequest(party, TRUSTED_CLIENT, value)), sub)
    },
    async refresh() {
      const family = families.shift() ?? nothingToSend()
      const { sub, value } = family
      const answer = await send(refreshRequest(party, TRUSTED_CLIENT, value.refresh))
      // The token of a refused request is as good as before.
      if (answer.status === 503) keep(families, family)
      keepTokens(orderly(answer), sub)
    },
    async introspection() {
      const isControl = random() < 1 / MIX.introspection
      const { sub, value } = isControl ? revoked : anyOf(alive)
      const { body } = await checked(introspectRequest(party, TRUSTED_CLIENT, value))
      const said = JSON.parse(body) as Readonly<Record<string, unknown>>
      const isRight = isControl
        ? said['active'] === false
        : said['active'] === true && said['sub'] === sub && said['client_id'] === TRUSTED_CLIENT.id
      if (!isRight) throw new LoadFailure('wrong', isControl ? 'a revoked token is active' : 'a live token is not')
    },
    async userinfo() {
      const { sub, value } = anyOf(alive)
      const { body } = await checked(userinfoRequest(party, value))
      if ((JSON.parse(body) as { sub?: string }).sub !== sub) throw new LoadFailure('wrong', 'another user')
    },
  }
  for (let signIns = 0; signIns < FIRST_SIGN_INS; signIns += 1)
    for (const name of ['sign-in', 'code exchange', 'silent authorize', 'code exchange', 'silent authorize'] as const)
      await operations[name]()
  const { sub, value: tokens } = families.shift() ?? nothingToSend()
  alive.splice(0, 1)
  const revoked = { sub, value: tokens.access }
  const fields = { token: tokens.refresh }
  await checked(formRequest(party.port, '/revocation', fields, basic(TRUSTED_CLIENT)))
  return { run: (operation) => operations[operation]() }
}

function nothingToSend(): never {
  throw new LoadFailure('skipped')
}

function keep<T>(list: T[], value: T): void {
  list.push(value)
  if (list.length > MOST) list.shift()
}

/** @throws LoadFailure for a response of a service that cannot do the work now */
function orderly(answer: Answer): Answer {
  const { status, head, body } = answer
  // An app gets an error of the authorization endpoint by redirect, which has no `Retry-After` (RFC 6749 s4.1.2.1).
  if (/[?&]error=temporarily_unavailable/.test(locationIn(head) ?? '')) throw new LoadFailure('refused')
  if (status < 400) return answer
  if (status === 503 && /\r\nretry-after: \d/i.test(head)) throw new LoadFailure('refused')
  const error = /"error(?:_description)?":"[^"]*"/.exec(body)?.[0] ?? ''
  // 408: the service did not read the request in time.
  throw new LoadFailure(status >= 500 || status === 408 ? 'failed' : 'wrong', `status ${status} ${error}`)
}

/** Both tokens must be of this user and app. */
function tokensFor(answer: Answer, sub: string): Tokens {
  const tokens = tokensOf(answer)
  const [access, id] = [tokens.access, tokens.id].map(claimsIn)
  if (access?.['sub'] !== sub || id?.['sub'] !== sub) throw new LoadFailure('wrong', 'tokens of another user')
  if (access['client_id'] !== TRUSTED_CLIENT.id || id['aud'] !== TRUSTED_CLIENT.id)
    throw new LoadFailure('wrong', 'tokens of another app')
  return tokens
}

const claimsIn = (token: string): Readonly<Record<string, unknown>> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Readonly<Record<string, unknown>>
