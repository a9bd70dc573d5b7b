/** The command line as the tests use it. */
import { run } from '../../lib/cli/run.ts'
import { started } from '../examples/process.ts'

/** A command as it is typed, or its words where one of them has a space. */
export type Line = string | readonly string[]

/** The words of a command: the first of these may be several, as they are typed. */
export const wordsOf = (first?: string, ...more: readonly string[]): readonly string[] => [
  ...(first?.split(' ') ?? []),
  ...more,
]

export interface Printed {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** How a command ends: its exit code, and words of its standard error. */
export const ends = (code: number, words: string | RegExp) => ({
  code,
  err: typeof words === 'string' ? expect.stringContaining(words) : expect.stringMatching(words),
})

/** Without progress lines, which depend on the speed of the machine. */
const withoutProgress = (lines: readonly string[]): string =>
  lines.filter((line) => !line.endsWith(' so far')).join('\n')

/** In this process, with the user's answer to a question; without one, no terminal is there to ask at. */
export async function portico(line: Line, env: NodeJS.ProcessEnv, answer?: string): Promise<Printed> {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await run(typeof line === 'string' ? line.split(' ') : line, {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    ask: async () => answer,
    env,
  })
  return { code, out: out.join('\n'), err: withoutProgress(err) }
}

/** As entered: a separate process, without a terminal. */
export async function porticoProcess(line: Line, env: NodeJS.ProcessEnv, cwd?: string, input = ''): Promise<Printed> {
  const run = started('lib/cli/main.js', typeof line === 'string' ? line.split(' ') : line, {
    env,
    input,
    ...(cwd === undefined ? {} : { cwd }),
  })
  return { code: await run.ended, out: run.stdout().trim(), err: withoutProgress(run.stderr().trim().split('\n')) }
}
