/** The reference deployment on Redis as a process of its own, with the client and the user of the fixtures. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { send } from '../support/http.ts'
import { freePort } from '../support/redis-server.ts'
import { CLIENT, PERSON, SCOPE } from './fixtures.ts'
import type { Party } from './parties.ts'

const PATHS = {
  authorize: '/authorize',
  token: '/token',
  introspection: '/introspect',
  userinfo: '/userinfo',
  discovery: '/.well-known/openid-configuration',
  jwks: '/.well-known/jwks.json',
}
const START_MS = 30_000

export interface Reference extends Party {
  /** Memory of the process now, in bytes. */
  memory(): number
}

/** @param accounts configured besides the one of the fixtures */
export async function startReference(redis: string, accounts: readonly object[] = []): Promise<Reference> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-reference-'))
  const port = await freePort()
  const settings = {
    clients: [
      {
        client_id: CLIENT.id,
        client_type: 'confidential',
        client_secret: CLIENT.secret,
        redirect_uris: [CLIENT.redirectUri],
        scopes: SCOPE.split(' '),
      },
    ],
    accounts: [{ ...PERSON, roles: ['sso:admin'] }, ...accounts],
    rateLimits: false,
  }
  const config = join(folder, 'portico.json')
  writeFileSync(config, JSON.stringify(settings))
  const child = spawn(process.execPath, ['dist/examples/reference/main.js'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      REDIS_URL: redis,
      PORTICO_CONFIG: config,
      PORTICO_DATA: folder,
      PORTICO_SECRET: 'the root secret of the benchmarks and of no service',
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
    },
  })
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
  const status = (field: string): number =>
    1024 *
    Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1])
  try {
    await answers(port, child)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    name: 'portico',
    port,
    issuer: `http://localhost:${port}`,
    paths: PATHS,
    askingClient: CLIENT,
    otherKeys: /^/,
    memory: () => status('VmRSS'),
    peakMemory: () => status('VmHWM'),
    processorTime: () => Promise.reject(new Error('it is asked for its memory alone')),
    ask: () => Promise.reject(new Error('it takes no commands')),
    stop,
  }
}

async function answers(port: number, child: { readonly exitCode: number | null }): Promise<void> {
  const latest = performance.now() + START_MS
  for (;;) {
    const status = await send(port, PATHS.discovery).then(
      (answer) => answer.status,
      () => undefined,
    )
    if (status === 200) return
    if (child.exitCode !== null || performance.now() > latest)
      throw new Error('the reference deployment does not answer')
    await pause(20)
  }
}
