import type { Redis } from 'ioredis'
import type { Connection } from './connection.ts'

/** Checks what the store's guarantees demand of a server; each shortcoming is a warning for the log. */
export async function checkServers(connection: Connection): Promise<readonly string[]> {
  const warnings = new Set<string>()
  for (const server of connection.masters()) {
    // Where INFO is not allowed, or this is no Redis, the commands themselves will fail.
    const info = await connection.read('asking for the version', () => server.info('server')).catch(() => '')
    const [, major, minor] = /^redis_version:(\d+)\.(\d+)/m.exec(info) ?? []
    if (Number(major) * 100 + Number(minor) < 602) throw new Error('redis 6.2 or later is needed')
    for (const warning of await checkConfiguration(connection, server)) warnings.add(`redis: ${warning}`)
  }
  return [...warnings]
}

async function checkConfiguration(connection: Connection, server: Redis): Promise<readonly string[]> {
  const read = async (name: string) =>
    ((await connection.read('reading the configuration', () => server.config('GET', name))) as string[])[1] ?? ''
  try {
    const policy = await read('maxmemory-policy')
    const persistence = lossOf(await read('appendonly'), await read('appendfsync'), await read('save'))
    return [
      ...(policy === 'noeviction'
        ? []
        : [
            `maxmemory-policy is ${policy}: when memory runs out, tokens and revocations are dropped at will. Set it to noeviction.`,
          ]),
      ...(persistence === undefined ? [] : [persistence]),
    ]
  } catch {
    return [
      'CONFIG is not allowed, so this is not checked: maxmemory-policy must be noeviction, appendonly should be yes.',
    ]
  }
}

/** What a crash of the server loses of the acknowledged changes. */
function lossOf(appendonly: string, appendfsync: string, save: string): string | undefined {
  const all = 'revocations and used codes included'
  if (appendonly === 'yes' && appendfsync === 'always') return undefined
  if (appendonly === 'yes') {
    return `appendfsync is ${appendfsync}: a crash may lose the last second or more, ${all}. With always it loses nothing.`
  }
  if (save !== '') return `appendonly is off: a crash loses all since the last snapshot, ${all}. Set appendonly to yes.`
  return 'nothing is kept on disk: a restart loses every client, session, token and signing key. Set appendonly to yes.'
}
