/** Nodes of the service as processes, to be killed, stopped and started. */

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { ConfigurationInput } from '../../lib/config/configuration.ts'
import { stoppedAtEnd } from './at-end.ts'
import { type Message, send } from './http.ts'
import type { Node, Redis } from './idp.ts'

export interface NodeSetting {
  readonly issuer: string
  readonly port: number
  readonly store: { readonly file: string } | Redis
  readonly options: Omit<ConfigurationInput, 'baseUrl'>
}

export interface NodeProcess {
  readonly child: ChildProcess
  /** For users and apps; a process has no inside. */
  readonly node: Node
  /** It dies before the n-th step of its store from now on. */
  dieAt(step: number): Promise<void>
  /** Resolves to true when it is dead within so long. */
  isDead(withinMs: number): Promise<boolean>
  end(signal: NodeJS.Signals): Promise<void>
}

export async function startNodeProcess(setting: NodeSetting): Promise<NodeProcess> {
  const child = fork(new URL('./logout-node.js', import.meta.url), [], {
    execArgv: [],
    env: { ...process.env, LOGOUT_NODE: JSON.stringify(setting) },
  })
  const dead = once(child, 'exit')
  const started = await Promise.race([once(child, 'message'), dead.then(() => 'dead')])
  if (started === 'dead') throw new Error('the process ended before it was ready')
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await dead
  }
  stoppedAtEnd({ stop: () => end('SIGKILL') })
  return {
    child,
    node: remote(setting),
    end,
    async dieAt(step) {
      child.send({ dieAt: step })
      await once(child, 'message')
    },
    async isDead(withinMs) {
      let limit: NodeJS.Timeout | undefined
      const late = new Promise<boolean>((resolve) => {
        limit = setTimeout(resolve, withinMs, false)
      })
      return Promise.race([dead.then(() => true), late]).finally(() => clearTimeout(limit))
    },
  }
}

/** A node that is only known by its address. */
export function remote({ issuer, port }: Pick<NodeSetting, 'issuer' | 'port'>): Node {
  const { origin, host } = new URL(issuer)
  const pathOf = (address: string): string =>
    address.startsWith(`${origin}/`) ? address.slice(origin.length) : address
  const known = {
    issuer,
    port,
    mountPath: '',
    send: (address: string, message: Message = {}) =>
      send(port, pathOf(address), { ...message, headers: { host, ...message.headers } }),
  }
  return known as unknown as Node
}
