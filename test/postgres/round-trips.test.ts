/** What a request asks of PostgreSQL, and what a token family takes there. */
import { openConnection } from '../bench/connection.ts'
import { CLIENT } from '../bench/fixtures.ts'
import { NAMESAKES } from '../bench/interactive.ts'
import { codes, OPERATIONS, operationNamed, prepareStock, redeem, type Stock } from '../bench/operations.ts'
import { type Party, startReference } from '../bench/parties.ts'
import { startPostgresCountingProxy } from '../bench/postgres-round-trips.ts'
import { refreshRequest, signIn, type Tokens, tokensOf } from '../bench/sign-in.ts'
import { startPostgres } from '../support/postgres.ts'

const server = await startPostgres()
const proxy = await startPostgresCountingProxy(server.port)
const through = new URL(server.url)
through.port = String(proxy.port)

let party: Party
let stock: Stock
beforeAll(async () => {
  party = await startReference(undefined, { namesakes: NAMESAKES, variables: { DATABASE_URL: through.href } })
  stock = await prepareStock(party)
})
afterAll(() => party.stop())

/** The third cheapest of many requests, because the others may coincide with background work of the node. */
async function tripsOf(name: string): Promise<number> {
  const requests = 15
  const [lane] = await operationNamed(name, OPERATIONS).prepare(party, stock, requests)
  if (lane === undefined) throw new Error('there is nothing to send')
  const connection = await openConnection(party.port)
  const counted: number[] = []
  for (let request = 0; request < requests; request += 1) {
    proxy.taken()
    do lane.take(await connection.send(lane.next()))
    while (lane.isUnderWay?.() === true)
    counted.push(proxy.taken())
  }
  connection.close()
  return counted.sort((a, b) => a - b)[2] ?? Infinity
}

it.each([
  ['refresh', 2],
  ['code exchange', 2],
  ['introspection', 1],
  // The directory, also in PostgreSQL here, is read in the same round trip.
  ['userinfo', 1],
  ['silent authorize', 4],
])('%s: at most %d round trips', async (name, most) => {
  const trips = await tripsOf(name)
  expect(trips).toBeGreaterThan(0)
  expect(trips).toBeLessThanOrEqual(most)
})

/** Rows of the tables that requests of apps write to. Others have what a sign-in page keeps, or work of the node. */
async function rowCounts(): Promise<Readonly<Record<string, number>>> {
  const names = ['families', 'sessions', 'session_links', 'subjects', 'subject_clients', 'ended_sessions']
  const counts = names.map((name) => `(SELECT count(*)::int FROM portico.${name}) AS ${name}`)
  const [row] = await server.admin(`SELECT ${counts.join(', ')}`)
  return row as Readonly<Record<string, number>>
}

it('a family is one row, also after ten refreshes', async () => {
  const cookie = await signIn(party, CLIENT)
  const before = await rowCounts()
  const families: Tokens[] = []
  await redeem(party, await codes(party, [cookie], 5), (tokens) => families.push(tokens))
  // The code is part of the row, so that its replay is found.
  const after = { ...before, families: (before['families'] ?? 0) + families.length }
  expect(await rowCounts()).toEqual(after)
  const connection = await openConnection(party.port)
  for (const first of families) {
    let tokens = first
    for (let turn = 0; turn < 10; turn += 1)
      tokens = tokensOf(await connection.send(refreshRequest(party, CLIENT, tokens.refresh)))
  }
  connection.close()
  expect(await rowCounts()).toEqual(after)
})
