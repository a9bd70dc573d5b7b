import { type Arguments, UsageError } from './arguments.ts'
import type { Terminal } from './command.ts'

/** Asks before an operation that takes effect on users at once, unless --yes. */
export async function confirmed(question: string, args: Arguments, terminal: Terminal): Promise<boolean> {
  if (args.flag('yes')) return true
  const answer = await terminal.ask(`${question} Continue? [y/N] `)
  if (answer === undefined) throw new UsageError('there is no terminal to ask at; give --yes')
  return /^y(es)?$/i.test(answer.trim())
}
