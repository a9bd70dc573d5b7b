/** Nodes of the service as processes, to be killed in the middle of a letter. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Node } from './idp.ts'
import { type NodeSetting, remote } from './logout-processes.ts'

/** A step of the store on the way of a letter: a worker takes it; its link is written; the links before it end; it is finished. */
export interface Hold {
  readonly holdAt: 'lease' | 'link' | 'promote' | 'settle'
}

export interface LetterProcess {
  /** For users and apps; a process has no inside. */
  readonly node: Node
  /** From now on it never does that step. */
  hold(where: Hold): Promise<void>
  /** Resolves when it has come to the step. */
  readonly held: Promise<unknown>
  kill(): Promise<void>
}

export async function startLetterProcess(setting: NodeSetting): Promise<LetterProcess> {
  const child: ChildProcess = fork(new URL('./letter-node.js', import.meta.url), [], {
    execArgv: [],
    env: { ...process.env, LETTER_NODE: JSON.stringify(setting) },
  })
  const dead = once(child, 'exit')
  const said = (word: string): Promise<unknown> =>
    new Promise((resolve) => {
      child.on('message', (message) => message === word && resolve(message))
    })
  const held = said('held')
  if ((await Promise.race([said('ready'), dead])) !== 'ready') throw new Error('the process ended before it was ready')
  return {
    node: remote(setting),
    held,
    async hold(where) {
      const armed = said('armed')
      child.send(where)
      await armed
    },
    async kill() {
      child.kill('SIGKILL')
      await dead
    },
  }
}
