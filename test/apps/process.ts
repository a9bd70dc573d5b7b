/** An app in a separate folder and process group: built, started, awaited, stopped. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { until } from '../support/until.ts'
import { INSTALLED } from './install.ts'

/** The first page of a framework is compiled when it is asked for. */
const PATIENCE_MS = 3000

/**
 * A folder where an app finds what is installed.
 * @param files of `from`, by the name that they get
 */
export function appFolder(installed: string, from: string, files: Readonly<Record<string, string>>): string {
  const parent = join(INSTALLED, installed)
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'run-'))
  for (const [name, source] of Object.entries(files))
    cpSync(join(from, source), join(folder, name), { recursive: true })
  return folder
}

export interface AppProcess {
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Run to the end before the app. */
  readonly build?: readonly string[] | undefined
  readonly command: readonly string[]
  /** Fails until the app can be used. */
  readonly ready: () => Promise<unknown>
}

export interface RunningProcess {
  /** What it printed. */
  output(): string
  /** Ends it and removes its folder. */
  stop(): Promise<void>
}

/** @throws with what it printed, when it cannot be built or does not start */
export async function runApp({ folder, env, build, command, ready }: AppProcess): Promise<RunningProcess> {
  let printed = ''
  const run = ([program = '', ...args]: readonly string[]): ChildProcess => {
    const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']
    const child = spawn(program, args, { cwd: folder, env: env as NodeJS.ProcessEnv, stdio, detached: true })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (printed += String(chunk)))
    return child
  }
  if (build !== undefined) {
    const [code] = await once(run(build), 'exit')
    if (code !== 0) throw new Error(printed)
  }
  const child = run(command)
  const ended = once(child, 'exit')
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.pid !== undefined) {
      process.kill(-child.pid, 'SIGTERM')
      // Servers wait for open connections.
      if ((await Promise.race([ended, setTimeout(PATIENCE_MS, 'late')])) === 'late') process.kill(-child.pid, 'SIGKILL')
    }
    rmSync(folder, { recursive: true, force: true })
  }
  const isUp = await until(async () => {
    if (child.exitCode === null) await ready()
    return true
  }, 'its start').then(
    () => child.exitCode === null,
    () => false,
  )
  if (isUp) return { output: () => printed, stop }
  await stop()
  throw new Error(`did not start: ${printed}`)
}

/** Whether a server responds, with any status. */
export const answers = (origin: string): Promise<unknown> => fetch(`${origin}/ready-yet`, { redirect: 'manual' })
