/**
 * `npm run bench:panel`: the duration of the panel's pages with ten thousand clients and a million audit entries on
 * Redis, and the number of store reads.
 *
 *   --clients N    clients; 10,000
 *   --people N     signed-in users; 2,000
 *   --entries N    audit entries; 1,000,000
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { redisStorage } from '../../adapters/redis/index.ts'
import { countedStorage } from '../support/counted-storage.ts'
import { startIdp } from '../support/idp.ts'
import { fillStore } from '../support/large-store.ts'
import { processorOf } from '../support/page-price.ts'
import { enterPanel, PANEL_ACCOUNTS } from '../support/panel-visitor.ts'
import { startRedis } from '../support/redis-server.ts'
import { pricePages } from './panel-prices.ts'
import { machineOf, print } from './report.ts'

const RESULTS = 'test/bench/results'
const { values: options } = parseArgs({
  options: {
    clients: { type: 'string', default: '10000' },
    people: { type: 'string', default: '2000' },
    entries: { type: 'string', default: '1000000' },
  },
})
const size = {
  clients: Number(options.clients),
  people: Number(options.people),
  deliveries: 10_000,
  entries: Number(options.entries),
}

const redis = await startRedis()
const { storage, reads } = countedStorage(redisStorage(redis.url))
const audit = { keepDays: 365, keepEntries: 2_000_000 }
const idp = await startIdp({ options: { accounts: PANEL_ACCOUNTS, clients: [], storage, audit } })
try {
  const began = performance.now()
  await fillStore(idp.portico.storage, size, idp.clock.now())
  print(`filled in ${Math.round((performance.now() - began) / 1000)} s: ${JSON.stringify(size)}`)
  const admin = await enterPanel(idp)
  const pages = await pricePages(idp, admin, reads, processorOf(redis))
  const verifying = performance.now()
  const verdict = await idp.portico.audit.verify()
  const verifyMs = Math.round(performance.now() - verifying)
  print(`verifying the whole chain: ${verifyMs} ms, ${JSON.stringify(verdict)}`)
  const machine = await machineOf(redis.admin)
  mkdirSync(RESULTS, { recursive: true })
  const result = { machine, size, pages, verify: { ms: verifyMs, verdict } }
  writeFileSync(`${RESULTS}/panel-${machine.date}.json`, `${JSON.stringify(result, null, 2)}\n`)
} finally {
  await idp.stop()
  await redis.stop()
}
