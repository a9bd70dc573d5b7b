/** The command line as the tests use it. */
import { run } from '../../lib/cli/run.ts'
import { started } from '../examples/process.ts'

/** The words of a command: in one string, as they are typed, where none of them has a space; before others, each as it is. */
export type Words = string | readonly string[]
export const wordsOf = (line: Words, ...more: readonly string[]): readonly string[] => [
  ...(typeof line === 'string' ? line.split(' ') : line),
  ...more,
]

export interface Printed {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** In this process, with the user's answer to a question; without one, no terminal is there to ask at. */
export async function portico(line: Words, env: NodeJS.ProcessEnv, answer?: string): Promise<Printed> {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await run(wordsOf(line), {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    ask: async () => answer,
    env,
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

/** As it is typed: a process of its own, without a terminal. */
export async function porticoProcess(line: Words, env: NodeJS.ProcessEnv, cwd?: string, input = ''): Promise<Printed> {
  const run = started('lib/cli/main.js', wordsOf(line), { env, input, ...(cwd === undefined ? {} : { cwd }) })
  return { code: await run.ended, out: run.stdout().trim(), err: run.stderr().trim() }
}
