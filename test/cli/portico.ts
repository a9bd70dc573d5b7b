/** The command line as the tests use it. */
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { run } from '../../lib/cli/run.ts'
import { heard } from '../examples/process.ts'
import { BARE_ENVIRONMENT } from '../support/bare-environment.ts'

export interface Printed {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** In this process, with the user's answer to a question; without one, no terminal is there to ask at. */
export async function portico(line: readonly string[], env: NodeJS.ProcessEnv, answer?: string): Promise<Printed> {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await run(line, {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    ask: async () => answer,
    env,
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

/** As it is typed: a process of its own, without a terminal. */
export async function porticoProcess(line: readonly string[], env: NodeJS.ProcessEnv, cwd?: string): Promise<Printed> {
  const run = heard(
    spawn(process.execPath, [resolve('dist/lib/cli/main.js'), ...line], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...BARE_ENVIRONMENT, ...env },
    }),
  )
  return { code: await run.ended, out: run.stdout().trim(), err: run.stderr().trim() }
}
