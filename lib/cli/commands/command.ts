import type { Command, Option } from '../terminal/command.ts'
import DESCRIPTIONS from './commands.json' with { type: 'json' }

export type CommandName = keyof typeof DESCRIPTIONS.commands

interface Description extends Omit<Command, 'name' | 'options' | 'run'> {
  readonly options?: Options
  /** Sets of options that several commands have. */
  readonly sharedOptions?: readonly string[]
}

/** An option with a `value` takes one; the others are flags. */
type Options = Readonly<Record<string, Omit<Option, 'type'>>>

const SHARED: Readonly<Record<string, Options>> = DESCRIPTIONS.options

/** A command as `commands.json` describes it. */
export function command(name: CommandName, run: Command['run']): Command {
  const { options, sharedOptions = [], ...description }: Description = DESCRIPTIONS.commands[name]
  const all = Object.entries(Object.assign({}, ...sharedOptions.map((set) => SHARED[set]), options) as Options)
  const typed = all.map(([option, { value, ...more }]): [string, Option] => [
    option,
    value === undefined ? { type: 'boolean', ...more } : { type: 'string', value, ...more },
  ])
  return { name, ...description, ...(typed.length === 0 ? {} : { options: Object.fromEntries(typed) }), run }
}
