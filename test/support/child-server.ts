/** A server program that a test can crash and restart. */
import type { ChildProcess } from 'node:child_process'
import { killed } from './killed.ts'
import { until } from './until.ts'

interface ChildServer {
  /** Resolves when it serves. @throws with its output, if it ends before */
  start(): Promise<void>
  /** Kills it, like a crash. */
  crash(): Promise<void>
}

export function childServer(name: string, begin: () => ChildProcess, isUp: () => Promise<boolean>): ChildServer {
  let child: ChildProcess | undefined
  return {
    async start() {
      const started = begin()
      child = started
      let said = ''
      for (const stream of [started.stdout, started.stderr])
        stream?.on('data', (chunk: Buffer) => {
          said = (said + String(chunk)).slice(-4_000)
        })
      const ended = new Promise<never>((_, reject) =>
        started.once('exit', () => reject(new Error(`${name} did not start: ${said}`))),
      )
      await Promise.race([until(isUp), ended])
      ended.catch(() => undefined)
    },
    async crash() {
      const ended = child
      child = undefined
      await killed(ended)
    },
  }
}
