import { delimiter, join } from 'node:path'
import { isExecutable } from './chromium-path.ts'

export type ProxyName = 'nginx' | 'caddy' | 'haproxy'

/** Where Debian keeps what serves, whoever may look for it. */
const BESIDES = ['/usr/sbin', '/usr/local/sbin', '/usr/bin', '/usr/local/bin']

/** A program that serves; undefined where it is not installed. */
export function serverPath(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...BESIDES].filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

/** The program of a reverse proxy; undefined where it is not installed. */
export const proxyPath = (name: ProxyName): string | undefined => serverPath(name)
