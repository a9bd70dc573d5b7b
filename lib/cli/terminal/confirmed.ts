import { type Arguments, type Terminal, UsageError } from './command.ts'

/** An operation that hits people at once is asked about, unless --yes. */
export async function confirmed(question: string, args: Arguments, terminal: Terminal): Promise<boolean> {
  if (args.flag('yes')) return true
  const answer = await terminal.ask(`${question} [y/N] `)
  if (answer === undefined) throw new UsageError('nobody is there to answer; give --yes')
  return /^y(es)?$/i.test(answer.trim())
}
