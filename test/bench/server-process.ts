/** A server under test, as a separate process. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { freePort } from '../support/free-port.ts'
import type { Answered } from './control.ts'
import { type Use, useOfTree } from './process-tree.ts'

export interface ServerOptions {
  /** Limits that no load reaches, to measure the counting; false: none. */
  readonly rateLimits?: boolean
  /** The issuer, if it is another node's. */
  readonly issuer?: string
  /** For every client; by default, those of the fixtures. */
  readonly redirectUri?: string
  /** File of the embedded store, which replaces Redis. */
  readonly dataFile?: string
  /** URL of PostgreSQL, which replaces Redis. */
  readonly databaseUrl?: string
  /** User names of additional accounts, with the same password. */
  readonly namesakes?: readonly string[]
  /** Whether a sign-in hashes the password; false: it is compared, and every user name exists. */
  readonly passwordHash?: boolean
  /** Folder for a processor profile, written when the server stops. */
  readonly profiles?: string | undefined
}

type Preset = 'rateLimits' | 'issuer' | 'namesakes' | 'passwordHash'
/** The server's start settings. */
export interface ServerSettings extends Omit<ServerOptions, Preset>, Required<Pick<ServerOptions, Preset>> {
  /** `redis://127.0.0.1:port` */
  readonly redis: string
  readonly port: number
}

export interface ServerProcess {
  readonly pid: number
  readonly port: number
  readonly issuer: string
  /** Processor time of the process so far, in microseconds. */
  processorTime(): Promise<number>
  /** For the process and its descendants. */
  memory(): Pick<Use, 'resident' | 'peak'>
  ask<T>(command: string, argument?: unknown): Promise<T>
  stop(): Promise<void>
}

/** A server that may not respond yet. */
export interface Launched extends ServerProcess {
  /** `performance.now()`, right before the process was started. */
  readonly launchedAt: number
  readonly ready: Promise<unknown>
}

export type ServerName = 'portico' | 'engine' | 'floor'

/** The documentation's recommended settings: argon2's buffers are freed. */
export const AS_ADVISED = {
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_ARENA_MAX: '1',
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
}

/**
 * Also limits the two halves of V8's young generation, as `examples/deploy` does. More would be garbage. With less,
 * objects of requests that wait in an overload outlive a collection, which makes it slow.
 */
export const AS_DEPLOYED = { ...AS_ADVISED, NODE_OPTIONS: '--max-semi-space-size=16' }

export async function startServer(name: ServerName, redis: string, options?: ServerOptions): Promise<ServerProcess> {
  const { ready, launchedAt: _launchedAt, ...server } = await launchServer(name, redis, options)
  await ready
  return server
}

export async function launchServer(name: ServerName, redis: string, options: ServerOptions = {}): Promise<Launched> {
  const { profiles } = options
  const port = await freePort()
  const issuer = `http://localhost:${port}`
  const settings: ServerSettings = {
    ...{ rateLimits: false, namesakes: [], passwordHash: true, issuer },
    ...options,
    redis,
    port,
  }
  const launchedAt = performance.now()
  const child = fork(fileURLToPath(new URL(`./${name}-server.js`, import.meta.url)), [JSON.stringify(settings)], {
    execArgv:
      profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`, `--cpu-prof-name=${name}.cpuprofile`],
    env: { ...process.env, ...AS_ADVISED, NODE_ENV: 'production' },
  })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let questions = 0
  const expect = (number: number): Promise<unknown> => {
    const answer = Promise.withResolvers<unknown>()
    waiting.set(number, answer)
    return answer.promise
  }
  const ask = <T>(command: string, argument?: unknown): Promise<T> => {
    questions += 1
    child.send({ number: questions, command, argument })
    return expect(questions) as Promise<T>
  }
  child.on('message', ({ number, value, error }: Answered) => {
    if (error === undefined) waiting.get(number)?.resolve(value)
    else waiting.get(number)?.reject(new Error(`${name}: ${error}`))
    waiting.delete(number)
  })
  const gone = new Promise<void>((resolve) =>
    child.once('exit', (code) => {
      for (const { reject } of waiting.values()) reject(new Error(`${name} ended with ${code}`))
      resolve()
    }),
  )
  return {
    launchedAt,
    ready: expect(0),
    port,
    issuer: settings.issuer,
    ask,
    processorTime: () => ask('processorTime'),
    pid: child.pid ?? 0,
    memory: () => useOfTree(child.pid ?? 0),
    async stop() {
      await ask('stop')
      await gone
    },
  }
}
