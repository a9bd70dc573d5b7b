/**
 * One node of the service as a process of its own, for tests of what its death leaves behind. `{ dieAt: n }` by IPC: it kills itself
 * before the n-th step of its store from then on. `{ holdAt: step }`: this step is never done from then on, and the process says so when
 * it has come to it. Run by `logout-processes.ts`.
 */
import { createServer } from 'node:http'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { createPortico, type Storage } from '../../lib/index.ts'
import type { Hold, NodeSetting } from './logout-processes.ts'
import { patientRedis } from './patient-redis.ts'

/** The steps between "everybody is signed in" and "everybody has been notified". */
const STEPS: Readonly<Record<string, readonly string[]>> = {
  deliveries: ['put', 'release', 'lease', 'settle'],
  subjects: ['endSession', 'revoke', 'revokeSession'],
  sessions: ['remove', 'unlink'],
  records: ['put'],
}

/** The steps of a letter. */
const HOLDS: Readonly<Record<string, Hold['holdAt']>> = {
  'deliveries.lease': 'lease',
  'deliveries.settle': 'settle',
  'records.put letter-link': 'link',
  'records.put letter-newest': 'promote',
}

const setting = JSON.parse(process.env['LOGOUT_NODE'] ?? '') as NodeSetting
let left = Infinity
let released = false
let held: Hold['holdAt'] | undefined
const never = new Promise<never>(() => {})

function step(name: string): void {
  // A worker that looks and finds nothing yet is no step.
  if (name === 'deliveries.lease' && !released) return
  if (name === 'deliveries.release') released = true
  left -= 1
  if (left === 0) process.kill(process.pid, 'SIGKILL')
}

function watched(storage: Storage): Storage {
  const ports = Object.entries(STEPS).map(([port, methods]) => {
    const own = storage[port as keyof Storage] as unknown as Record<string, (...values: unknown[]) => unknown>
    const wrapped = methods.map((method) => [
      method,
      (...values: unknown[]) => {
        step(`${port}.${method}`)
        const kind = port === 'records' ? ` ${String(values[0])}` : ''
        if (held === undefined || HOLDS[`${port}.${method}${kind}`] !== held) return own[method]?.(...values)
        process.send?.('held')
        return never
      },
    ])
    return [port, { ...own, ...(Object.fromEntries(wrapped) as object) }]
  })
  return { ...storage, ...(Object.fromEntries(ports) as object) }
}

const storage =
  'file' in setting.store
    ? embeddedStorage({ file: setting.store.file })
    : patientRedis(setting.store.redis, { keyPrefix: setting.store.keyPrefix })
const portico = await createPortico({ ...setting.options, baseUrl: setting.issuer, storage: watched(storage) })
const server = createServer(portico.callback())
server.keepAliveTimeout = 120_000
server.listen(setting.port, '127.0.0.1', () => process.send?.('ready'))

process.on('message', ({ dieAt = Infinity, holdAt }: { readonly dieAt?: number } & Partial<Hold>) => {
  left = dieAt
  held = holdAt
  released = false
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
