import type { Redis } from 'ioredis'
import type { StoreFact } from '../../lib/ports/storage.ts'
import type { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import type { Connection } from './connection.ts'

const OLDEST = [6, 2] as const
const SLOTS = 16_384

/** Checks the server settings that the store's guarantees depend on. @throws Error if the version is too old */
export async function checkServers(connection: Connection): Promise<readonly StoreFact[]> {
  const facts: StoreFact[] = []
  for (const server of connection.masters()) {
    const version = await versionOf(connection, server)
    if (version === 'denied') facts.push({ code: 'redis-unchecked', what: 'INFO is not allowed' })
    else if (isOld(version)) throw new Error('redis 6.2 or later is needed')
    facts.push(...(await configurationFacts(connection, server)), ...(await slotsFacts(connection, server)))
  }
  return withoutRepeats(facts)
}

/** Returns a server's Redis version, `unknown`, or `denied` when INFO is not allowed. @throws StoreUnavailable */
export async function versionOf(connection: Connection, server: Redis): Promise<string> {
  const info = await connection
    .read('asking for the version', () => server.info('server'))
    .catch((error: StoreUnavailable) => {
      if (error.reason === 'NOPERM' || error.reason === 'ERR') return undefined
      throw error
    })
  return info === undefined ? 'denied' : (/^redis_version:(\d+\.\d+[\w.-]*)/m.exec(info)?.[1] ?? 'unknown')
}

export function isOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return !(major * 100 + minor >= OLDEST[0] * 100 + OLDEST[1])
}

/** Slots of a cluster without a master. Records in the others can be used if the cluster is set up so. */
export async function slotsFacts(connection: Connection, server: Redis): Promise<readonly StoreFact[]> {
  if (connection.kind !== 'cluster') return []
  const info = String(await connection.read('asking for the slots', () => server.cluster('INFO')))
  const served = Number(/^cluster_slots_ok:(\d+)/m.exec(info)?.[1])
  return served === SLOTS
    ? []
    : [{ code: 'redis-cluster-incomplete', what: `${served} of ${SLOTS} slots in the cluster have a master` }]
}

/** @throws StoreUnavailable when CONFIG is not allowed */
export async function readSetting(connection: Connection, server: Redis, name: string): Promise<string> {
  const found = await connection.read('reading the configuration', () => server.config('GET', name))
  return (found as string[])[1] ?? ''
}

/** Removes duplicate findings, because the masters of a cluster usually have the same settings. */
export const withoutRepeats = (facts: readonly StoreFact[]): readonly StoreFact[] => [
  ...new Map(facts.map((fact) => [`${fact.code} ${fact.what}`, fact])).values(),
]

async function configurationFacts(connection: Connection, server: Redis): Promise<readonly StoreFact[]> {
  const read = (name: string): Promise<string> => readSetting(connection, server, name)
  try {
    const policy = await read('maxmemory-policy')
    const loss = lossOf(await read('appendonly'), await read('appendfsync'), await read('save'))
    return [
      ...(policy === 'noeviction' ? [] : [{ code: 'redis-eviction' as const, what: `maxmemory-policy is ${policy}` }]),
      ...(loss === undefined ? [] : [loss]),
    ]
  } catch {
    return [{ code: 'redis-unchecked', what: 'CONFIG is not allowed' }]
  }
}

/** Describes which acknowledged changes would be lost if the server crashed. */
function lossOf(appendonly: string, appendfsync: string, save: string): StoreFact | undefined {
  if (appendonly === 'yes' && appendfsync === 'always') return undefined
  if (appendonly === 'yes') return { code: 'redis-loses-seconds', what: `appendfsync is ${appendfsync}` }
  return save === ''
    ? { code: 'redis-not-persistent', what: 'appendonly is off, and no snapshots are saved' }
    : { code: 'redis-snapshots-only', what: 'appendonly is off' }
}
