/** A cost that must not grow: disabling a client with many families. */
import { openConnection } from './connection.ts'
import { type BenchClient, CLIENT } from './fixtures.ts'
import { everyLane, type Lane, send } from './load.ts'
import { redeem } from './operations.ts'
import type { Party } from './parties.ts'
import { codeOfAnswer, introspectRequest, refreshRequest, signIn, silentRequest, type Tokens } from './sign-in.ts'

export interface Disabling {
  readonly families: number
  /** Milliseconds until the call returns. */
  readonly milliseconds: number
  /** Active access tokens, before and after. */
  readonly aliveBefore: number
  readonly aliveAfter: number
  /** After the client is enabled again: refresh tokens tried, and those that still work. */
  readonly refreshesTried: number
  readonly refreshesGiven: number
}

const MOST_REFRESHES = 2_000
const PORTION = 5_000

/** Creates many families of a client over HTTP, disables it, and checks every token. */
export async function disableWithFamilies(party: Party, families: number): Promise<Disabling> {
  const id = `crowd-${families}`
  const client: BenchClient = {
    id,
    redirectUri: `https://${id}.example/callback`,
    secret: await party.ask<string>('register', id),
  }
  const tokens: Tokens[] = []
  const authorize = silentRequest(party, client, await signIn(party, client))
  // In portions, because codes expire.
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

/** Checked by another client. */
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
