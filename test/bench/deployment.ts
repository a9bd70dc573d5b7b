/**
 * The reference deployment as an operator runs it, in one or several processes: settings in `portico.json`, variables,
 * audit on, the log in a file, without rate limits. Only the operating system measures it.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BARE_ENVIRONMENT } from '../support/bare-environment.ts'
import { freePort } from '../support/free-port.ts'
import { patientVariables } from '../support/patient-redis.ts'
import { firstAnswer } from './first-answer.ts'
import {
  ACCESS_TOKEN_SECONDS,
  BENCH_SECRET,
  CLIENT,
  CODE_SECONDS,
  NEVER_REACHED,
  namesake,
  PASSWORD_HASH,
  PERSON,
  registered,
  TRUSTED_CLIENT,
} from './fixtures.ts'
import { useOfTree } from './process-tree.ts'
import { AS_DEPLOYED, type Launched } from './server-process.ts'

export interface DeploymentOptions {
  readonly workers?: number
  /** Prefix of every key in Redis, so that several deployments can share one. */
  readonly prefix?: string
  /** The issuer, if it differs from the listening URL. */
  readonly baseUrl?: string
  readonly namesakes?: readonly string[]
  /** Additional roles of the user. */
  readonly roles?: readonly string[]
  /** Whether the configuration has plain passwords, which the first start hashes. */
  readonly plainPasswords?: boolean
  /** Limits that no load reaches; false, the default: none, and no requests are refused under overload. */
  readonly rateLimits?: typeof NEVER_REACHED | false
  /** Further variables, for example those of another store. */
  readonly variables?: Readonly<Record<string, string>>
}

const MAIN = fileURLToPath(new URL('../../examples/reference/main.js', import.meta.url))

/** @param redis undefined: the variables name another store */
export async function launchDeployment(redis: string | undefined, options: DeploymentOptions = {}): Promise<Launched> {
  const { workers = 1, prefix = 'reference:', variables = {} } = options
  const folder = await mkdtemp(join(tmpdir(), 'portico-bench-'))
  await writeFile(join(folder, 'portico.json'), JSON.stringify(settings(options)))
  const port = await freePort()
  const { baseUrl = `http://localhost:${port}` } = options
  const log = openSync(join(folder, 'log'), 'a')
  const launchedAt = performance.now()
  const child = spawn(process.execPath, [MAIN], {
    cwd: folder,
    stdio: ['ignore', log, log],
    env: {
      ...BARE_ENVIRONMENT,
      ...AS_DEPLOYED,
      NODE_ENV: 'production',
      PORT: `${port}`,
      BASE_URL: baseUrl,
      PORTICO_SECRET: BENCH_SECRET,
      ...(redis === undefined ? {} : { ...patientVariables(redis), REDIS_KEY_PREFIX: prefix }),
      WORKERS: `${workers}`,
      ...variables,
    },
  })
  closeSync(log)
  // This process's end, for any reason, ends that one.
  const end = (): void => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  const pid = child.pid ?? 0
  return {
    port,
    issuer: baseUrl,
    launchedAt,
    ready: Promise.race([firstAnswer(port, '/health/ready'), endOf(child)]),
    processorTime: async () => useOfTree(pid).processorTime,
    pid,
    memory: () => useOfTree(pid),
    ask: (command) => Promise.reject(new Error(`the reference deployment does not support ${command}`)),
    async stop() {
      const gone = child.exitCode === null ? once(child, 'exit') : undefined
      child.kill('SIGTERM')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function endOf(child: ChildProcess): Promise<never> {
  const [code] = (await once(child, 'exit')) as [number | null]
  throw new Error(`the reference deployment ended with ${code}`)
}

function settings({
  namesakes = [],
  roles = [],
  plainPasswords = false,
  rateLimits = false,
}: DeploymentOptions): object {
  const { password, ...person } = PERSON
  const secret = plainPasswords ? { password } : { password_hash: PASSWORD_HASH }
  return {
    rateLimits,
    // All users sign in from one network, and an attempt counts as failed until its password is checked.
    ...(rateLimits === false ? {} : { login: { throttle: { address: NEVER_REACHED.token } } }),
    lifetimes: { accessToken: ACCESS_TOKEN_SECONDS, authorizationCode: CODE_SECONDS },
    clients: [CLIENT, TRUSTED_CLIENT].map(registered),
    accounts: [{ ...person, roles: [...person.roles, ...roles] }, ...namesakes.map(namesake)].map((user) => ({
      ...user,
      ...secret,
    })),
  }
}
