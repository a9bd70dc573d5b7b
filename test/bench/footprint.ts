/** Redis bytes of a live family: with one refresh token and one access token, then after ten refreshes. */
import type { Redis } from 'ioredis'
import { CLIENT } from './fixtures.ts'
import { everyLane, send } from './load.ts'
import { codes, redeem } from './operations.ts'
import type { Party } from './parties.ts'
import { refreshRequest, signIn, type Tokens, tokensOf } from './sign-in.ts'

export interface Footprint {
  readonly families: number
  /** Bytes per family, by MEMORY USAGE over all keys. */
  readonly fresh: number
  readonly afterRefreshes: number
  readonly keysPerFamily: number
}

export const REFRESHES = 10

export async function weighFamilies(party: Party, admin: Redis, families: number): Promise<Footprint> {
  const cookie = await signIn(party, CLIENT)
  const before = await weigh(admin, party.otherKeys)
  // The engine shares one grant among all authorizations of a session: there, every family has a separate sign-in.
  const found =
    party.name === 'engine'
      ? await inTurn(families, async () => (await codes(party, [await signIn(party, CLIENT)], 1))[0] ?? '')
      : await codes(party, [cookie], families)
  const tokens: Tokens[] = []
  await redeem(party, found, (redeemed) => tokens.push(redeemed))
  const fresh = await weigh(admin, party.otherKeys)
  for (let turn = 0; turn < REFRESHES; turn += 1) await refreshAll(party, tokens)
  const after = await weigh(admin, party.otherKeys)
  return {
    families,
    fresh: (fresh.bytes - before.bytes) / families,
    afterRefreshes: (after.bytes - before.bytes) / families,
    keysPerFamily: (after.keys - before.keys) / families,
  }
}

async function inTurn<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let turn = 0; turn < count; turn += 1) results.push(await work())
  return results
}

async function refreshAll(party: Party, tokens: Tokens[]): Promise<void> {
  let next = 0
  await send(
    party.port,
    everyLane(() => {
      let mine = 0
      return {
        next() {
          mine = next++
          return refreshRequest(party, CLIENT, tokens[mine]?.refresh ?? '')
        },
        take(answer) {
          tokens[mine] = tokensOf(answer)
        },
      }
    }),
    tokens.length,
  )
}

async function weigh(admin: Redis, others: RegExp): Promise<{ readonly bytes: number; readonly keys: number }> {
  let bytes = 0
  let keys = 0
  for await (const page of admin.scanStream({ count: 1_000 }) as AsyncIterable<string[]>) {
    const lasting = page.filter((key) => !others.test(key))
    keys += lasting.length
    for (const usage of await Promise.all(lasting.map((key) => admin.memory('USAGE', key, 'SAMPLES', 0))))
      bytes += usage ?? 0
  }
  return { bytes, keys }
}
