/** Real reverse proxies, each with the example's file and a temporary folder. */
import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stoppedAtEnd } from './at-end.ts'
import { childServer } from './child-server.ts'
import { freePort } from './free-port.ts'
import { answers } from './listening.ts'
import { selfSigned } from './logout-certificate.ts'
import { newFolder } from './new-folder.ts'
import { type ProxyName, proxyPath } from './proxy-path.ts'

export interface ReverseProxy {
  readonly port: number
  stop(): Promise<void>
}

interface ProxyTask {
  /** The example's file, with another name, port and URL. */
  readonly file: string
  /** Replacements for these. */
  readonly replace: (
    port: number,
    tls: { readonly cert: string; readonly key: string },
  ) => readonly (readonly [string, string])[]
  /** The host name in its certificate. */
  readonly host: string
  readonly port?: number
}

const COMMANDS: Readonly<Record<ProxyName, (folder: string, file: string) => readonly string[]>> = {
  nginx: (folder, file) => ['-p', folder, '-c', file, '-g', 'daemon off; master_process off;'],
  caddy: (_folder, file) => ['run', '--adapter', 'caddyfile', '--config', file],
  haproxy: (_folder, file) => ['-db', '-f', file],
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

export async function startProxy(
  name: ProxyName,
  { file, replace, host, port: wanted }: ProxyTask,
): Promise<ReverseProxy> {
  const program = proxyPath(name)
  if (program === undefined) throw new Error(`${name} is not installed`)
  const folder = newFolder()
  const port = wanted ?? (await freePort())
  const { cert, key } = selfSigned(host)
  const [certFile, keyFile, configFile] = ['cert.pem', 'key.pem', 'proxy.conf'].map((part) => join(folder, part)) as [
    string,
    string,
    string,
  ]
  // HAProxy reads both from one file; the others take the certificate.
  await writeFile(certFile, `${cert}${key}`, { mode: 0o600 })
  await writeFile(keyFile, key, { mode: 0o600 })
  const original = await readFile(file, 'utf8')
  const replacements = new Map(replace(port, { cert: certFile, key: keyFile }))
  for (const from of replacements.keys()) if (!original.includes(from)) throw new Error(`${file} does not say ${from}`)
  // In one pass: a port that was put in can begin with one that is replaced.
  const longestFirst = [...replacements.keys()].toSorted((one, next) => next.length - one.length)
  const config = original.replace(new RegExp(longestFirst.map(literal).join('|') || '(?!)', 'g'), (from) =>
    String(replacements.get(from)),
  )
  await writeFile(configFile, config)
  const { start, crash } = childServer(
    name,
    () =>
      spawn(program, COMMANDS[name](folder, configFile), {
        cwd: folder,
        env: { PATH: process.env['PATH'] ?? '', HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    () => answers(port),
  )
  await start()
  return stoppedAtEnd({ port, stop: crash })
}
