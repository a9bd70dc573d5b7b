/**
 * One node of the service as a process of its own, to be killed in the middle of a letter. `{ holdAt: step }` by IPC: from then on
 * this step of its store is never done, and the process says so. Run by `letter-processes.ts`.
 */
import { createServer } from 'node:http'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { createPortico, type Storage } from '../../lib/index.ts'
import type { Hold } from './letter-processes.ts'
import type { NodeSetting } from './logout-processes.ts'
import { patientRedis } from './patient-redis.ts'

const setting = JSON.parse(process.env['LETTER_NODE'] ?? '') as NodeSetting
let hold: Hold | undefined

/** @returns whether it may be done */
function isLetThrough(step: Hold['holdAt']): boolean {
  if (hold?.holdAt !== step) return true
  process.send?.('held')
  return false
}
/** By kind of record. */
const STEPS: Readonly<Record<string, Hold['holdAt']>> = { 'letter-link': 'link', 'letter-newest': 'promote' }
const never = new Promise<never>(() => {})

function watched(storage: Storage): Storage {
  const { deliveries, records } = storage
  return {
    ...storage,
    deliveries: {
      ...deliveries,
      lease: (...values) => (isLetThrough('lease') ? deliveries.lease(...values) : never),
      settle: (...values) => (isLetThrough('settle') ? deliveries.settle(...values) : never),
    },
    records: {
      ...records,
      put(kind, ...values) {
        const step = STEPS[kind]
        return step === undefined || isLetThrough(step) ? records.put(kind, ...values) : never
      },
    },
  }
}

const storage =
  'file' in setting.store
    ? embeddedStorage({ file: setting.store.file })
    : patientRedis(setting.store.redis, { keyPrefix: setting.store.keyPrefix })
const portico = await createPortico({ ...setting.options, baseUrl: setting.issuer, storage: watched(storage) })
createServer(portico.callback()).listen(setting.port, '127.0.0.1', () => process.send?.('ready'))

process.on('message', (next: Hold) => {
  hold = next
  process.send?.('armed')
})
process.on('disconnect', () => process.exit(1))
