import type { StoreFact } from '../../lib/ports/storage.ts'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { slownessOf } from '../distributed/slowness.ts'
import type { Connection } from './connection.ts'
import SQLSTATES from './sqlstates.json' with { type: 'json' }

const OLDEST = 130_000

interface ServerSettings {
  readonly version: number
  readonly fsync: string
  readonly fullPageWrites: string
  readonly synchronousCommit: string
  readonly standbys: string
  readonly isEncrypted: boolean
  readonly isLocal: boolean
  readonly encoding: string
}

/** @throws StoreUnavailable if the server cannot hold the store */
export async function readServerSettings({ read, transaction, place }: Connection): Promise<ServerSettings> {
  const [row] = await read('reading the settings of the server', 'serverSettings')
  const [version, fsync, fullPageWrites, synchronousCommit, standbys, isEncrypted, isLocal, encoding] = row as [
    number,
    string,
    string,
    string,
    string,
    boolean,
    boolean,
    string,
  ]
  const refuse = (reason: 'VERSION' | 'ENCODING', found: string | number): never => {
    throw new StoreUnavailable(`${SQLSTATES[reason]}, not ${found}`, false, { reason, place, isPermanent: true })
  }
  if (version < OLDEST) refuse('VERSION', Math.floor(version / 10_000))
  if (encoding !== 'UTF8') refuse('ENCODING', encoding)
  // A transaction of several statements: a pool that gives each one another connection refuses it.
  await transaction('checking transactions', 'snapshot', (statement) => statement('clock'))
  return { version, fsync, fullPageWrites, synchronousCommit, standbys, isEncrypted, isLocal, encoding }
}

/** Settings with which an acknowledged change can be lost, or read on the way. */
export function factsOf({ fsync, fullPageWrites, synchronousCommit, standbys, ...settings }: ServerSettings) {
  const facts: StoreFact[] = []
  for (const [name, value] of [
    ['fsync', fsync],
    ['full_page_writes', fullPageWrites],
  ])
    if (value === 'off') facts.push({ code: 'postgres-loses-store', what: `${name} is off` })
  // Without standbys, `local` means `on`.
  if (synchronousCommit === 'off' || (synchronousCommit === 'local' && standbys !== ''))
    facts.push({ code: 'postgres-loses-commits', what: `synchronous_commit is ${synchronousCommit}` })
  if (!(settings.isEncrypted || settings.isLocal))
    facts.push({ code: 'postgres-not-encrypted', what: 'connections do not use TLS' })
  return facts
}

/** The finding for each reason why the store cannot be opened. Other lasting reasons: `postgres-unsuitable`. */
const OBSTACLES: Readonly<Record<string, StoreFact['code']>> = {
  '28000': 'store-credentials',
  '28P01': 'store-credentials',
  '25006': 'postgres-read-only',
  '42501': 'postgres-rights',
}

/** Why the store cannot be opened, if the reason is known, or that it is slow. Changes nothing. */
export async function obstacleOf(connection: Connection, check: () => Promise<unknown>): Promise<readonly StoreFact[]> {
  try {
    await readServerSettings(connection)
    await check()
    const slowness = await slownessOf(() => connection.read('pinging', 'clock'), connection.place)
    return slowness === undefined ? [] : [slowness]
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) return []
    const code = OBSTACLES[error.reason ?? ''] ?? (error.isPermanent ? 'postgres-unsuitable' : undefined)
    return code === undefined ? [] : [{ code, what: error.message }]
  }
}
