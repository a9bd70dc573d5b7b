/** The Redis commands and round trips of one request or sign-in, counted one at a time. */
import type { Redis } from 'ioredis'
import { watchCommands } from '../support/command-watch.ts'
import { openConnection } from './connection.ts'
import type { Operation, Stock } from './operations.ts'
import type { Party } from './parties.ts'
import type { CountingProxy } from './round-trips.ts'

export interface Traffic {
  readonly operation: string
  readonly roundTrips: number
  /** By name, as sent to the server. */
  readonly sent: readonly string[]
  /** Commands inside scripts. */
  readonly inScripts: readonly string[]
}

export type PartyTraffic = Traffic & { readonly party: string }

/**
 * @param proxy the party's path to Redis
 * @returns the third cheapest request, because the others may coincide with background work of a node
 */
export async function countTraffic(
  operation: Operation,
  party: Party,
  stock: Stock,
  admin: Redis,
  proxy: CountingProxy,
  requests = 15,
): Promise<Traffic> {
  const [lane] = await operation.prepare(party, stock, requests)
  if (lane === undefined) throw new Error('there is nothing to send')
  const connection = await openConnection(party.port)
  let sent: string[] = []
  let inScripts: string[] = []
  let marked = Promise.withResolvers<void>()
  const watch = await watchCommands(admin.options.port ?? 0, ([name, argument], source) => {
    if (argument === MARK) marked.resolve()
    else (source === 'lua' ? inScripts : sent).push(name)
  })
  const counted: Traffic[] = []
  for (let request = 0; request < requests; request += 1) {
    proxy.taken()
    do lane.take(await connection.send(lane.next()))
    while (lane.isUnderWay?.() === true)
    await admin.echo(MARK)
    await marked.promise
    counted.push({ operation: operation.name, roundTrips: proxy.taken(), sent, inScripts })
    marked = Promise.withResolvers()
    sent = []
    inScripts = []
  }
  watch.close()
  connection.close()
  const weight = ({ roundTrips, sent: commands }: Traffic): number => roundTrips * 1_000 + commands.length
  return counted.sort((a, b) => weight(a) - weight(b))[2] as Traffic
}

const MARK = 'end of the request'
