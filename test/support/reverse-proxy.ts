/** Real reverse proxies, each with a file or printed ones and a temporary folder. */
import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
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
  /** The file, with another name, port and URL; or the files that a command printed, each below its name. */
  readonly file?: string
  readonly printed?: string
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

/** What a machine has already: Debian's nginx reads conf.d, and Caddy has its certificates from its own files. */
const MAIN: Readonly<Record<Exclude<ProxyName, 'haproxy'>, (files: readonly string[]) => string>> = {
  nginx: (files) => {
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path temp;`)
    const included = files.map((file) => `include ${file};`).join('\n')
    return `pid nginx.pid; error_log stderr warn; events {}\nhttp { access_log off; ${folders.join(' ')}\n${included} }`
  },
  caddy: ([file]) => `{\nadmin off\nauto_https disable_redirects\n}\nimport ${file}`,
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

export async function startProxy(
  name: ProxyName,
  { file, printed, replace, host, port: wanted }: ProxyTask,
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
  const replacements = new Map(replace(port, { cert: certFile, key: keyFile }))
  // In one pass: a port that was put in can begin with one that is replaced.
  const longestFirst = [...replacements.keys()].toSorted((one, next) => next.length - one.length)
  const replaced = (text: string): string => {
    for (const from of replacements.keys()) if (!text.includes(from)) throw new Error(`${name} does not have ${from}`)
    return text.replace(new RegExp(longestFirst.map(literal).join('|') || '(?!)', 'g'), (from) =>
      String(replacements.get(from)),
    )
  }
  if (file !== undefined) await writeFile(configFile, replaced(await readFile(file, 'utf8')))
  else {
    const files = replaced(printed ?? '')
      .split(/^# --- /m)
      .filter((text) => text !== '' && !text.startsWith('settings of'))
    const [names, texts] = [
      files.map((text) => basename(text.split('\n', 1)[0] ?? '')),
      files.map((text) => text.slice(text.indexOf('\n'))),
    ]
    // HAProxy looks for what the file names in its own folder.
    await Promise.all(names.map((each, index) => writeFile(join(folder, each), texts[index] ?? '')))
    await writeFile(join(folder, `${host}.pem`), `${cert}${key}`, { mode: 0o600 })
    await writeFile(configFile, name === 'haproxy' ? (texts[0] ?? '') : MAIN[name](names))
  }
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
