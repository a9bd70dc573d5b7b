/** Nodes as processes, to kill, stop and start. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import type { ConfigurationInput } from '../../lib/config/configuration.ts'
import type { Storage } from '../../lib/index.ts'
import { addressed } from './addressed.ts'
import { stoppedAtEnd } from './at-end.ts'
import type { Node, Postgres, Redis } from './idp.ts'
import { newFolder } from './new-folder.ts'
import { patientRedis } from './patient-redis.ts'
import type { RedisServer } from './redis-server.ts'

export interface NodeSetting {
  readonly issuer: string
  readonly port: number
  readonly store: { readonly file: string } | Redis | Postgres
  readonly options: Omit<ConfigurationInput, 'baseUrl'>
  /** Its clock is this far ahead, and it dies before this step of its job of end dates. */
  readonly atEnds?: { readonly aheadMs: number; readonly dieAt: number }
}

/** A store step of an email: a worker leases it; its link is written; earlier links end; it is finished. */
export interface Hold {
  readonly holdAt: 'lease' | 'link' | 'promote' | 'complete'
}

export interface NodeProcess {
  readonly child: ChildProcess
  /** For users and apps; a process exposes no internals. */
  readonly node: Node
  /** Kills it before its n-th store step from now on. */
  dieAt(step: number): Promise<void>
  /** Blocks this step from now on. */
  hold(where: Hold): Promise<void>
  /** Resolves when it reaches the step. */
  readonly held: Promise<unknown>
  /** Resolves to true if it dies within this time. */
  isDead(withinMs: number): Promise<boolean>
  end(signal: NodeJS.Signals): Promise<void>
}

export async function startNodeProcess(setting: NodeSetting): Promise<NodeProcess> {
  const child = fork(new URL('./logout-node.js', import.meta.url), [], {
    execArgv: [],
    env: { ...process.env, LOGOUT_NODE: JSON.stringify(setting) },
  })
  const dead = once(child, 'exit')
  const said = (word: string): Promise<unknown> =>
    new Promise((resolve) => {
      child.on('message', (message) => message === word && resolve(message))
    })
  const held = said('held')
  if ((await Promise.race([said('ready'), dead])) !== 'ready') throw new Error('the process ended before it was ready')
  const order = async (what: Hold | { readonly dieAt: number }): Promise<void> => {
    const armed = said('armed')
    child.send(what)
    await armed
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await dead
  }
  stoppedAtEnd({ stop: () => end('SIGKILL') })
  return {
    child,
    node: remote(setting),
    end,
    held,
    hold: order,
    dieAt: (step) => order({ dieAt: step }),
    async isDead(withinMs) {
      let limit: NodeJS.Timeout | undefined
      const late = new Promise<boolean>((resolve) => {
        limit = setTimeout(resolve, withinMs, false)
      })
      return Promise.race([dead.then(() => true), late]).finally(() => clearTimeout(limit))
    },
  }
}

/** A node that tests reach by its URL alone. */
export const remote = ({ issuer, port }: Pick<NodeSetting, 'issuer' | 'port'>): Node =>
  addressed(issuer, { host: '127.0.0.1', port }) as unknown as Node

/** A store for several processes, which this process can open too. */
export function sharedStore(redis: RedisServer | undefined, keyPrefix: string) {
  const file = join(newFolder(), 'portico.sqlite')
  return redis === undefined
    ? { store: { file }, open: (): Storage => embeddedStorage({ file }) }
    : { store: { redis: redis.url, keyPrefix }, open: (): Storage => patientRedis(redis.url, { keyPrefix }) }
}
