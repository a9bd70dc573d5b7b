/** Nodes of the service as processes, to be killed in the middle of a letter. */
import { once } from 'node:events'
import type { Node } from './idp.ts'
import { type NodeSetting, startNodeProcess } from './logout-processes.ts'

/** The steps of the store on the way of an email: a worker takes it; its link is written; the links before it end; it is finished. */
const HOLDS = {
  lease: 'deliveries.lease',
  link: 'records.put letter-link',
  promote: 'records.put letter-newest',
  settle: 'deliveries.settle',
} as const

export interface Hold {
  readonly holdAt: keyof typeof HOLDS
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
  const { child, node, end } = await startNodeProcess(setting)
  const held = new Promise((resolve) => {
    child.on('message', (said) => said === 'held' && resolve(said))
  })
  return {
    node,
    held,
    async hold({ holdAt }) {
      child.send({ holdAt: HOLDS[holdAt] })
      await once(child, 'message')
    },
    kill: () => end('SIGKILL'),
  }
}
