/**
 * One node of the service as a process of its own. `{ dieAt: n }` by IPC: it kills itself before the n-th step of its store
 * from then on. `{ holdAt: call }`: from then on this call is never done, and the process says so. Run by `logout-processes.ts`.
 */
import { createServer } from 'node:http'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { createPortico } from '../../lib/index.ts'
import type { NodeSetting } from './logout-processes.ts'
import { patientRedis } from './patient-redis.ts'
import { type StoreCall, watchedStorage } from './watched-storage.ts'
import { words } from './words.ts'

/** The steps between "everybody is signed in" and "everybody has been notified". */
const STEPS = new Set(words`
  deliveries.put deliveries.release deliveries.lease deliveries.settle subjects.endSession subjects.revoke
  subjects.revokeSession sessions.remove sessions.unlink records.put
`)

const setting = JSON.parse(process.env['LOGOUT_NODE'] ?? '') as NodeSetting
let left = Infinity
let released = false
let held: string | undefined

function told({ port, method, given }: StoreCall): Promise<never> | undefined {
  const name = `${port}.${method}`
  if (held === name || held === `${name} ${String(given[0])}`) {
    process.send?.('held')
    return new Promise(() => {})
  }
  // A worker that looks and finds nothing yet is no step.
  if (!STEPS.has(name) || (name === 'deliveries.lease' && !released)) return
  if (name === 'deliveries.release') released = true
  left -= 1
  if (left === 0) process.kill(process.pid, 'SIGKILL')
}

const storage =
  'file' in setting.store
    ? embeddedStorage({ file: setting.store.file })
    : patientRedis(setting.store.redis, { keyPrefix: setting.store.keyPrefix })
const portico = await createPortico({
  ...setting.options,
  baseUrl: setting.issuer,
  storage: watchedStorage(storage, told),
})
const server = createServer(portico.callback())
server.listen(setting.port, '127.0.0.1', () => process.send?.('ready'))

process.on('message', ({ dieAt = Infinity, holdAt }: { readonly dieAt?: number; readonly holdAt?: string }) => {
  left = dieAt
  released = false
  held = holdAt
  process.send?.('armed')
})
/** Takes no more, finishes what is on its way, hands the rest over. */
process.on('SIGTERM', () => {
  server.close(() => {
    void portico.close().then(() => process.exit(0))
  })
  server.closeIdleConnections()
})
process.on('disconnect', () => process.exit(1))
