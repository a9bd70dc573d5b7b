/** What must not grow: the price of disabling a client that has many families. */
import { openConnection } from './connection.ts'
import { type BenchClient, CLIENT } from './fixtures.ts'
import { everyLane, type Lane, send } from './load.ts'
import { redeem } from './operations.ts'
import type { Party } from './parties.ts'
import { codeOfAnswer, introspectRequest, refreshRequest, signIn, silentRequest, type Tokens } from './sign-in.ts'

export interface Disabling {
  readonly families: number
  /** Milliseconds from the call to its acknowledgement. */
  readonly milliseconds: number
  /** Of all access tokens, before and after. */
  readonly aliveBefore: number
  readonly aliveAfter: number
  /** Once the client is enabled again: of so many refresh tokens, so many still work. */
  readonly refreshesTried: number
  readonly refreshesGiven: number
}

const MOST_REFRESHES = 2_000
const PORTION = 5_000

/** Gives a client many families over HTTP, disables it, and asks about every single token. */
export async function disableWithFamilies(party: Party, families: number): Promise<Disabling> {
  const id = `crowd-${families}`
  const client: BenchClient = {
    id,
    redirectUri: `https://${id}.example/callback`,
    secret: await party.ask<string>('register', id),
  }
  const tokens: Tokens[] = []
  const authorize = silentRequest(party, client, await signIn(party, client))
  // Codes do not live for ever: a portion at a time.
  while (tokens.length < families) {
    const found: string[] = []
    const lane: Lane = { next: () => authorize, take: (answer) => found.push(codeOfAnswer(answer)) }
    await send(
      party.port,
      everyLane(() => lane),
      Math.min(PORTION, families - tokens.length),
    )
    await redeem(party, found, (redeemed) => tokens.push(redeemed), client)
  }
  const aliveBefore = await countAlive(party, tokens)
  const milliseconds = await party.ask<number>('disable', client.id)
  const aliveAfter = await countAlive(party, tokens)
  await party.ask('enable', client.id)
  const tried = tokens.slice(0, MOST_REFRESHES)
  const refreshesGiven = await countRefreshed(party, client, tried)
  return { families, milliseconds, aliveBefore, aliveAfter, refreshesTried: tried.length, refreshesGiven }
}

/** Another client asks. */
async function countAlive(party: Party, tokens: readonly Tokens[]): Promise<number> {
  let asked = 0
  let alive = 0
  const lane: Lane = {
    next: () => introspectRequest(party, CLIENT, tokens[asked++]?.access ?? ''),
    take({ status, body }) {
      if (status !== 200) throw new Error(`introspection failed: ${status}`)
      if (body !== '{"active":false}') alive += 1
    },
  }
  await send(
    party.port,
    everyLane(() => lane),
    tokens.length,
  )
  return alive
}

async function countRefreshed(party: Party, client: BenchClient, tokens: readonly Tokens[]): Promise<number> {
  const connection = await openConnection(party.port)
  let given = 0
  for (const { refresh } of tokens) {
    const { status, body } = await connection.send(refreshRequest(party, client, refresh))
    if (status === 200) given += 1
    else if (status !== 400 || !body.includes('"invalid_grant"'))
      throw new Error(`another refusal than expected: ${status} ${body}`)
  }
  connection.close()
  return given
}
