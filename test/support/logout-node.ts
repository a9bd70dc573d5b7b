/**
 * One node as a separate process, to test what its death leaves behind. By IPC, `{ dieAt: n }` kills it before its n-th
 * store step from then on. `{ holdAt: step }` blocks this step from then on, and the process reports when it reaches
 * it. Run by `logout-processes.ts`.
 */
import { createServer } from 'node:http'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { createPortico } from '../../lib/index.ts'
import { storageAt } from './idp.ts'
import type { Hold, NodeSetting } from './logout-processes.ts'
import { type StoreCall, watchedStorage } from './watched-storage.ts'
import { words } from './words.ts'

/** The steps between the users' sign-in and the last notification. */
const STEPS = words`
  deliveries.put deliveries.release deliveries.lease deliveries.complete subjects.endSession subjects.revoke
  subjects.revokeSession sessions.remove sessions.unlink records.put
`

/** The steps of the job of end dates, once it has looked for them. */
const END_STEPS = words`
  documents.replace deliveries.put deliveries.release subjects.revoke subjects.revokeClient subjects.changeRoles
  sessions.remove sessions.unlink audit.append
`
const END_SEARCH = 'documents.list ends'

/** The steps of an email. */
const HOLDS: Readonly<Record<string, Hold['holdAt']>> = {
  'deliveries.lease': 'lease',
  'deliveries.complete': 'complete',
  'records.put email-link': 'link',
  'records.put email-newest': 'promote',
}

const setting = JSON.parse(process.env['LOGOUT_NODE'] ?? '') as NodeSetting
const { aheadMs, dieAt: endsLeft } = setting.atEnds ?? { aheadMs: 0, dieAt: undefined }
let left = endsLeft ?? Infinity
let hasSearched = false
let released = false
let held: Hold['holdAt'] | undefined

function step(name: string): void {
  // A worker's search without a result is not a step.
  if (name === 'deliveries.lease' && !released) return
  if (name === 'deliveries.release') released = true
  left -= 1
  if (left === 0) process.kill(process.pid, 'SIGKILL')
}

/** @returns a promise that never settles, if this is the step to hold */
function beforeCall({ port, method, given }: StoreCall): Promise<never> | undefined {
  const name = `${port}.${method}`
  const kind = port === 'records' || port === 'documents' ? ` ${String(given[0])}` : ''
  if (endsLeft !== undefined) {
    hasSearched ||= name + kind === END_SEARCH
    if (hasSearched && END_STEPS.includes(name)) step(name)
    return undefined
  }
  if (!STEPS.includes(name)) return undefined
  step(name)
  if (held === undefined || HOLDS[name + kind] !== held) return undefined
  process.send?.('held')
  return new Promise<never>(() => {})
}

const storage = 'file' in setting.store ? embeddedStorage({ file: setting.store.file }) : await storageAt(setting.store)
const portico = await createPortico({
  ...setting.options,
  baseUrl: setting.issuer,
  clock: () => Date.now() + aheadMs,
  storage: watchedStorage(storage, beforeCall),
})
const server = createServer(portico.callback())
server.keepAliveTimeout = 120_000
server.listen(setting.port, '127.0.0.1', () => process.send?.('ready'))

process.on('message', ({ dieAt = Infinity, holdAt }: { readonly dieAt?: number } & Partial<Hold>) => {
  left = dieAt
  held = holdAt
  released = false
  process.send?.('armed')
})
/** Stops accepting, finishes requests in progress, and hands over the rest. */
process.on('SIGTERM', () => {
  server.close(() => {
    void portico.close().then(() => process.exit(0))
  })
  server.closeIdleConnections()
})
process.on('disconnect', () => process.exit(1))
