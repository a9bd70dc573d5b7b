import { globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { isExecutable } from './chromium-path.ts'

export type ProxyName = 'nginx' | 'caddy' | 'haproxy'

/** Debian's folders for server programs. */
const BESIDES = ['/usr/sbin', '/usr/local/sbin', '/usr/bin', '/usr/local/bin']

/** A server program; undefined if it is not installed. */
export function serverPath(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...BESIDES].filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

/** The program of a reverse proxy; undefined if it is not installed. */
export const proxyPath = (name: ProxyName): string | undefined => serverPath(name)

/** The newest PostgreSQL; Debian has its programs in no folder of the path. */
export const postgresFolder = (): string | undefined => globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1)
