import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Variables } from '../../config/sources/variables.ts'

/** Data goes to `out` and messages go to `err`, so the output can be piped. */
export interface Terminal {
  out(text: string): void
  err(text: string): void
  /** Shows a status line, which replaces the previous one; `''` removes it. Undefined without a terminal. */
  readonly status?: (text: string) => void
  /** Returns the user's reply; undefined without a terminal. */
  ask(question: string): Promise<string | undefined>
  /** Environment variables, from the process and from `.env` in the current folder. */
  readonly env: Variables
  /** Whether an unused store is accepted (--new-store). */
  readonly mayBeNew?: boolean
}

/** The exit code is 0 for success, 1 if the command failed or refused to run, and 2 for a usage error. */
export type ExitCode = 0 | 1 | 2

/** An option, in the form that `parseArgs` reads, with its help. */
export interface Option {
  readonly type: 'string' | 'boolean'
  readonly multiple?: boolean
  readonly short?: string
  /** What the help calls the value of a `string`. */
  readonly value?: string
  /** Meaning and default, at most 43 characters. */
  readonly help: string
}

export interface Command {
  /** The command's name, for example `client create`. */
  readonly name: string
  /** The arguments between the name and the options, for example `USERNAME ROLE`. */
  readonly arguments?: string
  /** One line of at most 43 characters. */
  readonly summary: string
  /** Sentences that the help adds to the summary. */
  readonly details?: string
  readonly options?: Readonly<Record<string, Option>>
  /** A complete command, without `portico`. */
  readonly example: string
  run(args: Arguments, terminal: Terminal): Promise<ExitCode>
}

export type Arguments = ReturnType<typeof parseArguments>

/** Thrown for invalid arguments. The message is printed, followed by the command's usage. The exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Thrown if a command cannot do what was requested. The message is printed, and the exit code is 1. */
export class Refused extends Error {
  override readonly name: string = 'Refused'
}

/** Options that every command accepts. */
export const COMMON_OPTIONS = {
  json: { type: 'boolean', help: 'print only data, as JSON' },
  yes: { type: 'boolean', help: 'confirm without a question' },
  'new-store': { type: 'boolean', help: 'accept a store that was never used' },
  debug: { type: 'boolean', help: 'add the stack trace to an error' },
  help: { type: 'boolean', short: 'h', help: 'show this help' },
} as const satisfies Readonly<Record<string, Option>>

/** @throws UsageError */
export function parseArguments(args: string[], options: ParseArgsConfig['options']) {
  const { positionals, values } = parsed({ args, options: { ...COMMON_OPTIONS, ...options }, allowPositionals: true })
  return {
    positionals,
    /** The single positional argument. @throws UsageError if there is none or more than one */
    only(what: string): string {
      const [value, ...more] = positionals
      if (value === undefined || more.length > 0) throw new UsageError(`specify one ${what}`)
      return value
    },
    /** The single positional argument, or undefined. @throws UsageError if there is more than one */
    atMostOne(what: string): string | undefined {
      if (positionals.length > 1) throw new UsageError(`specify at most one ${what}`)
      return positionals[0]
    },
    /** The value of an option that cannot be repeated. */
    text(name: string): string | undefined {
      const value = values[name]
      return typeof value === 'string' ? value : undefined
    },
    /** The value of an option that accepts only these words. @throws UsageError for any other word */
    choice<Word extends string>(name: string, words: readonly Word[]): Word | undefined {
      const value = values[name]
      const word = words.find((one) => one === value)
      if (value === undefined || word !== undefined) return word
      // Formats the words as "once, always or trusted".
      throw new UsageError(`--${name} must be ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words)}`)
    },
    /** The values of an option that can be repeated. */
    list(name: string): readonly string[] {
      const value = values[name]
      return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
    },
    flag: (name: string): boolean => values[name] === true,
  }
}

function parsed(config: ParseArgsConfig): ReturnType<typeof parseArgs> {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'the arguments cannot be read')
  }
}

export const json = (value: unknown): string => JSON.stringify(value, null, 2)

/** Prints one line per entry as entries arrive or, with --json, a single array. */
export async function printList<T>(
  entries: Iterable<T> | AsyncIterable<T>,
  { line, data }: { readonly line: (entry: T) => string; readonly data: (entry: T) => unknown },
  args: Arguments,
  terminal: Terminal,
): Promise<0> {
  const all: unknown[] = []
  for await (const entry of entries) {
    if (args.flag('json')) all.push(data(entry))
    else terminal.out(line(entry))
  }
  if (args.flag('json')) terminal.out(json(all))
  return 0
}

/** Before an operation that affects users immediately, asks for confirmation, unless --yes is set. */
export async function confirmed(question: string, args: Arguments, terminal: Terminal): Promise<boolean> {
  if (args.flag('yes')) return true
  const answer = await terminal.ask(`${question} Continue? [y/N] `)
  if (answer === undefined) throw new UsageError('no terminal to ask for confirmation; use --yes')
  return /^y(es)?$/i.test(answer.trim())
}
