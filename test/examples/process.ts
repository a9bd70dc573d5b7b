/** An example as its user runs it: a separate process, in an empty folder, with no environment but the given one. */
import { type ChildProcess, spawn } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { stoppedAtEnd } from '../support/at-end.ts'
import { BARE_ENVIRONMENT } from '../support/bare-environment.ts'
import { newFolder } from '../support/new-folder.ts'
import { HANG_MS } from '../support/patience.ts'

export interface Run {
  /** All that it has written so far. */
  readonly output: () => string
  /** The part of it that went to standard output. */
  readonly stdout: () => string
  readonly stderr: () => string
  /** @throws when it ends without saying it */
  says(words: RegExp): Promise<RegExpExecArray>
  signal(name: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): void
  /** Its exit code. */
  readonly ended: Promise<number | null>
}

export interface Folder {
  readonly path: string
  /** Writes the settings of a service into it. @returns the file */
  configure(settings: object): Promise<string>
  /** @param program what was compiled, below dist/ */
  run(program: string, env: Readonly<Record<string, string>>, args?: readonly string[]): Run
  /** Ends what still runs, and removes the folder; so does the end of the test file. */
  remove(): Promise<void>
}

/** @param program what was compiled, below dist/. `input` is what is typed, or piped. */
export function started(
  program: string,
  line: readonly string[],
  { cwd, env, input = '' }: { readonly cwd?: string; readonly env: NodeJS.ProcessEnv; readonly input?: string },
): Run {
  const child = spawn(process.execPath, [resolve('dist', program), ...line], {
    cwd,
    env: { ...BARE_ENVIRONMENT, ...env },
  })
  child.stdin.end(input)
  return runOf(child)
}

/** The output of a process, from its start. */
export function runOf(child: ChildProcess): Run {
  let output = ''
  const written = { stdout: '', stderr: '' }
  const waiting = new Set<() => void>()
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.on('data', (chunk: Buffer) => {
      written[name] += String(chunk)
      output += String(chunk)
      for (const look of waiting) look()
    })
  const ended = new Promise<number | null>((done) => child.once('close', done))
  return {
    output: () => output,
    stdout: () => written.stdout,
    stderr: () => written.stderr,
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
}

export function emptyFolder(): Folder {
  const path = newFolder()
  const runs: Run[] = []
  const remove = async (): Promise<void> => {
    for (const run of runs) run.signal('SIGKILL')
    await Promise.all(runs.map(({ ended }) => ended))
    await rm(path, { recursive: true, force: true })
  }
  stoppedAtEnd({ stop: remove })
  return {
    path,
    remove,
    async configure(settings) {
      const file = join(path, 'portico.json')
      await writeFile(file, JSON.stringify(settings))
      return file
    },
    run(program, env, args = []) {
      const run = started(program, args, { cwd: path, env })
      runs.push(run)
      return run
    },
  }
}
