/**
 * `npm run bench:scale`: a PostgreSQL with a million token families. Measures the panel's pages, refreshes in a closed
 * loop, and whether VACUUM and the deletion of expired rows keep up with refreshes at a fixed rate. Exits with 1 if a
 * promise of README.md is broken.
 *
 *   --families N   1,000,000
 *   --entries N    audit entries; 1,000,000
 *   --rate N       refreshes in a second; 500
 *   --minutes N    of this load; 20. A shorter run tests the harness, and stores nothing
 *   --cpu K        everything runs on processor K alone
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { postgresStorage } from '../../../adapters/postgres/index.ts'
import { countedStorage } from '../../support/counted-storage.ts'
import { startIdp } from '../../support/idp.ts'
import { fillStore } from '../../support/large-store.ts'
import { type PageCost, processorOf } from '../../support/page-price.ts'
import { IS_BOUND_IN_CALLS, PANEL_BOUNDS } from '../../support/panel-pages.ts'
import { enterPanel, PANEL_ACCOUNTS } from '../../support/panel-visitor.ts'
import { type PostgresServer, startPostgres } from '../../support/postgres.ts'
import { BENCH_SECRET, CLIENT, PASSWORD_HASH, PERSON, registered, TRUSTED_CLIENT } from '../fixtures.ts'
import { pricePages } from '../panel-prices.ts'
import { partyAt, startReference } from '../parties.ts'
import { hardwareOf, print, rounded } from '../report.ts'
import { fillFamilies } from './million-families.ts'
import { keepLevel, refreshOnce, takeFamily } from './scale-load.ts'

const RESULTS = 'test/bench/results'
const { values: options } = parseArgs({
  options: {
    families: { type: 'string', default: '1000000' },
    entries: { type: 'string', default: '1000000' },
    rate: { type: 'string', default: '500' },
    minutes: { type: 'string', default: '20' },
    cpu: { type: 'string' },
  },
})
const size = { clients: 10_000, people: 2_000, deliveries: 10_000, entries: Number(options.entries) }
const minutes = Number(options.minutes)
const WHOLE_MINUTES = 20
const DAY_MS = 86_400_000
const families = Number(options.families)
const expired = families / 10

// Every process that this one starts inherits it.
if (options.cpu !== undefined) execFileSync('taskset', ['-acp', options.cpu, `${process.pid}`], { stdio: 'ignore' })

/** Fills the store, and opens the panel's pages. @returns the issuer, and the pages */
async function fillAndLook(server: PostgresServer) {
  const { storage, reads } = countedStorage(postgresStorage(server.url))
  const clients = [CLIENT, TRUSTED_CLIENT].map(registered)
  const { password: _password, ...person } = PERSON
  const accounts = [{ ...person, password_hash: PASSWORD_HASH }, ...PANEL_ACCOUNTS]
  const idp = await startIdp({ options: { accounts, clients, storage, secret: BENCH_SECRET } })
  const begun = performance.now()
  await fillStore(idp.portico.storage, size, idp.clock.now())
  await fillFamilies(server, await takeFamily(partyAt(idp.issuer)), families, expired)
  print(`filled in ${Math.round((performance.now() - begun) / 1000)} s: ${JSON.stringify({ families, ...size })}`)
  // Background work does not count: another node holds its turn.
  for (const work of ['overview', 'audit-check']) await idp.portico.storage.records.put(work, 'turn', '', DAY_MS)
  const pages = await pricePages(idp, await enterPanel(idp), reads, processorOf(undefined))
  await idp.stop()
  return { issuer: idp.issuer, pages }
}

async function measureAll(server: PostgresServer) {
  const { issuer, pages } = await fillAndLook(server)
  const party = await startReference(undefined, { baseUrl: issuer, variables: { DATABASE_URL: server.url } })
  try {
    const refresh = await refreshOnce(party, families)
    print(`refresh: p50 ${refresh.p50.toFixed(2)} ms, p99 ${refresh.p99.toFixed(2)} ms`)
    const load = await keepLevel(server, party, {
      families,
      rate: Number(options.rate),
      minutes: Number(options.minutes),
    })
    return { pages, refresh, load, trim: await trimHalf(server) }
  } finally {
    await party.stop()
  }
}

/** How long it takes to drop the older half of the audit log. */
async function trimHalf(server: PostgresServer) {
  const storage = postgresStorage(server.url)
  // The service's first entries were there before the older ones.
  await server.admin('UPDATE portico.audit SET at = 0 WHERE seq < 100')
  const [middle] = await server.admin(`SELECT at FROM portico.audit ORDER BY seq OFFSET ${size.entries / 2} LIMIT 1`)
  const begun = performance.now()
  await storage.audit.trim(Number(middle?.['at']))
  const seconds = Math.round((performance.now() - begun) / 100) / 10
  await storage.close()
  print(`dropping half of the audit log took ${seconds} s`)
  return { seconds }
}

const outOfBounds = ({ path, calls, records, status }: PageCost): boolean =>
  status >= 400 || records > PANEL_BOUNDS.records || (IS_BOUND_IN_CALLS.test(path) && calls > PANEL_BOUNDS.calls)

const server = await startPostgres({ fsync: 'on', max_wal_size: '4GB' })
try {
  const result = await measureAll(server)
  const [version] = await server.admin('SHOW server_version')
  const machine = { ...hardwareOf(), postgres: version?.['server_version'], cpu: options.cpu ?? 'all' }
  const broken = [
    ...result.pages.filter(outOfBounds).map(({ path }) => `the page ${path} reads too much`),
    ...(result.refresh.p99 <= 3 * result.refresh.p50 ? [] : ['p99 of refresh is more than 3 times its p50']),
    ...result.load.grown.map((table) => `the table ${table} grows`),
    ...result.load.scanned.map((table) => `a statement reads all of ${table}`),
    ...(result.load.expiredLeft === 0 ? [] : [`${result.load.expiredLeft} rows that expired long ago are left`]),
  ]
  for (const promise of broken) print(`BROKEN: ${promise}`)
  // A shorter run tests the harness.
  if (minutes >= WHOLE_MINUTES) {
    const { series, ...load } = result.load
    const head = JSON.stringify({ machine, size: { families, ...size }, ...result, load, broken }, rounded, 1)
    const lines = series.map((tables) => JSON.stringify(tables, rounded)).join(',\n  ')
    writeFileSync(
      `${RESULTS}/scale-postgres-${machine.date}.json`,
      `${head.replace(/\n\}$/, '')},\n "tables": [\n  ${lines}\n ]\n}\n`,
    )
    process.exitCode = broken.length === 0 ? 0 : 1
  }
} finally {
  await server.stop()
}
