/** The measured operations: the requests of a lane, and the checks of the responses. */
import { type Answer, getRequest } from './connection.ts'
import { CLIENT } from './fixtures.ts'
import { CONNECTIONS, everyLane, type Lane, send } from './load.ts'
import type { Party, Target } from './parties.ts'
import {
  codeOfAnswer,
  exchangeRequest,
  introspectRequest,
  refreshRequest,
  signIn,
  silentRequest,
  type Tokens,
  tokensOf,
  userinfoRequest,
} from './sign-in.ts'

/** A server's data before a measurement: a session and a family for each connection. */
export interface Stock {
  readonly cookies: readonly string[]
  /** Each lane's newest tokens; a refresh replaces them. */
  readonly tokens: Tokens[]
  /** Access tokens for introspection. */
  readonly askable: readonly string[]
}

export interface Operation {
  readonly name: string
  /** Requests per round. */
  readonly count: number
  /** The lanes of a round of `count` requests; this preparation is not measured. */
  prepare(party: Party, stock: Stock, count: number): Promise<readonly Lane[]>
}

export async function prepareStock(party: Party): Promise<Stock> {
  const cookies: string[] = []
  const tokens: Tokens[] = []
  // The floor accepts any token.
  if (party.name === 'floor')
    return { cookies, tokens: Array(CONNECTIONS).fill({ access: '', refresh: 'any', id: '' }), askable: [] }
  for (let lane = 0; lane < CONNECTIONS; lane += 1) cookies.push(await signIn(party, CLIENT))
  await redeem(party, await codes(party, cookies, CONNECTIONS), (redeemed) => tokens.push(redeemed))
  if (party.askingClient === CLIENT) return { cookies, tokens, askable: tokens.map(({ access }) => access) }
  const askable: string[] = []
  for (let lane = 0; lane < CONNECTIONS; lane += 1) {
    const code = silentRequest(party, party.askingClient, await signIn(party, party.askingClient))
    await send(party.port, [{ next: () => code, take: (answer) => askable.push(codeOfAnswer(answer)) }], 1)
  }
  const opaque: string[] = []
  await redeem(party, askable, ({ access }) => opaque.push(access), party.askingClient)
  return { cookies, tokens, askable: opaque }
}

const checked =
  (status: number, mark: string) =>
  (answer: Answer): void => {
    if (answer.status !== status || !answer.body.includes(mark))
      throw new Error(`another answer than expected: ${answer.head}\n${answer.body.slice(0, 300)}`)
  }

/** Every lane repeats one request. */
const same =
  (
    request: (party: Party, stock: Stock, lane: number) => Buffer,
    take: (answer: Answer) => void,
  ): Operation['prepare'] =>
  async (party, stock) =>
    everyLane((lane) => {
      const bytes = request(party, stock, lane)
      return { next: () => bytes, take }
    })

/** Codes by silent authorize. */
export async function codes(party: Target, cookies: readonly string[], count: number): Promise<string[]> {
  const found: string[] = []
  await send(
    party.port,
    cookies.map((cookie): Lane => {
      const bytes = silentRequest(party, CLIENT, cookie)
      return { next: () => bytes, take: (answer) => found.push(codeOfAnswer(answer)) }
    }),
    count,
  )
  return found
}

export async function redeem(
  party: Target,
  given: readonly string[],
  take: (tokens: Tokens) => void,
  client = CLIENT,
): Promise<void> {
  await send(
    party.port,
    exchanges(party, given, (answer) => take(tokensOf(answer)), client),
    given.length,
  )
}

function exchanges(
  party: Target,
  given: readonly string[],
  take: (answer: Answer) => void,
  client = CLIENT,
): readonly Lane[] {
  const requests = given.map((code) => exchangeRequest(party, client, code))
  return everyLane(() => ({ next: () => requests.pop() as Buffer, take }))
}

const ALIVE = '"active":true'
const introspectAgain = same(
  (party, { askable }, lane) => introspectRequest(party, party.askingClient, askable[lane] ?? ''),
  checked(200, ALIVE),
)
const PERSONAL = '"email":'
const userinfoAgain = same(
  (party, { askable }, lane) => userinfoRequest(party, askable[lane] ?? ''),
  checked(200, PERSONAL),
)

/** Tokens that another node signed, so each is verified. The engine's opaque tokens have no signature. */
const first =
  (
    again: Operation['prepare'],
    request: (party: Party, token: string) => Buffer,
    take: (answer: Answer) => void,
  ): Operation['prepare'] =>
  async (party, stock, count) => {
    if (party.askingClient !== CLIENT) return again(party, stock, count)
    const requests: Buffer[] = []
    const signing = party.sibling ?? party
    await redeem(signing, await codes(signing, stock.cookies, count), ({ access }) =>
      requests.push(request(party, access)),
    )
    return everyLane(() => ({ next: () => requests.pop() as Buffer, take }))
  }

export const OPERATIONS: readonly Operation[] = [
  {
    name: 'refresh',
    count: 8_000,
    prepare: async (party, { tokens }) =>
      tokens.map((_, lane) => ({
        next: () => refreshRequest(party, CLIENT, tokens[lane]?.refresh ?? ''),
        take(answer) {
          tokens[lane] = tokensOf(answer)
        },
      })),
  },
  {
    name: 'code exchange',
    count: 4_000,
    prepare: async (party, { cookies }, count) =>
      exchanges(party, await codes(party, cookies, count), checked(200, '"refresh_token":')),
  },
  { name: 'introspection', count: 8_000, prepare: introspectAgain },
  {
    name: 'first introspection',
    count: 4_000,
    prepare: first(introspectAgain, (party, token) => introspectRequest(party, CLIENT, token), checked(200, ALIVE)),
  },
  { name: 'userinfo', count: 8_000, prepare: userinfoAgain },
  { name: 'first userinfo', count: 4_000, prepare: first(userinfoAgain, userinfoRequest, checked(200, PERSONAL)) },
  {
    name: 'silent authorize',
    count: 8_000,
    prepare: same((party, { cookies }, lane) => silentRequest(party, CLIENT, cookies[lane] ?? ''), codeOfAnswer),
  },
  {
    name: 'discovery',
    count: 16_000,
    prepare: same(({ port, paths }) => getRequest(port, paths.discovery), checked(200, '"token_endpoint":')),
  },
  {
    name: 'JWKS',
    count: 24_000,
    prepare: same(({ port, paths }) => getRequest(port, paths.jwks), checked(200, '"keys":')),
  },
]

export function operationNamed(name: string, among: readonly Operation[] = OPERATIONS): Operation {
  const found = among.find((operation) => operation.name === name)
  if (found === undefined) throw new Error(`there is no operation ${name}`)
  return found
}
