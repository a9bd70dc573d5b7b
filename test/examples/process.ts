/** An example as its user runs it: a process of its own, in an empty folder, with no environment but what is given. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { BARE_ENVIRONMENT } from '../support/bare-environment.ts'
import { HANG_MS } from '../support/patience.ts'

export interface Run {
  /** All that it has written so far. */
  readonly output: () => string
  /** What of that went to standard output. */
  readonly stdout: () => string
  /** @throws when it ends without saying it */
  says(words: RegExp): Promise<RegExpExecArray>
  signal(name: 'SIGTERM' | 'SIGINT'): void
  /** Its exit code. */
  readonly ended: Promise<number | null>
}

export interface Folder {
  readonly path: string
  /** @param program what was compiled, below dist/ */
  run(program: string, env: Readonly<Record<string, string>>, args?: readonly string[]): Run
  /** Ends what still runs, and removes the folder. */
  remove(): Promise<void>
}

export async function emptyFolder(): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), 'portico-example-'))
  const runs: { readonly kill: () => void; readonly run: Run }[] = []
  return {
    path,
    run(program, env, args = []) {
      const child = spawn(process.execPath, [resolve('dist', program), ...args], {
        cwd: path,
        env: { ...BARE_ENVIRONMENT, ...env },
      })
      let output = ''
      const waiting = new Set<() => void>()
      const hear = (chunk: Buffer): void => {
        output += String(chunk)
        for (const look of waiting) look()
      }
      let stdout = ''
      child.stdout.on('data', (chunk: Buffer) => {
        stdout += String(chunk)
        hear(chunk)
      })
      child.stderr.on('data', hear)
      const ended = new Promise<number | null>((done) => child.once('close', done))
      const run: Run = {
        output: () => output,
        stdout: () => stdout,
        ended,
        signal: (name) => {
          child.kill(name)
        },
        says: (words) =>
          new Promise((found, reject) => {
            const fail = (why: string): void => reject(new Error(`${why} before it said ${String(words)}:\n${output}`))
            const timer = setTimeout(() => fail('too much time went by'), HANG_MS)
            const look = (): void => {
              const match = words.exec(output)
              if (match === null) return
              clearTimeout(timer)
              waiting.delete(look)
              found(match)
            }
            waiting.add(look)
            look()
            void ended.then(() => {
              if (waiting.has(look)) fail('it ended')
            })
          }),
      }
      runs.push({
        kill: () => {
          child.kill('SIGKILL')
        },
        run,
      })
      return run
    },
    async remove() {
      for (const { kill } of runs) kill()
      await Promise.all(runs.map(({ run }) => run.ended))
      await rm(path, { recursive: true, force: true })
    },
  }
}
