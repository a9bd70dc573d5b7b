import type { ParseArgsConfig } from 'node:util'

/** Where a command speaks: data to `out`, talk to `err`, so that output can be piped. */
export interface Terminal {
  out(text: string): void
  err(text: string): void
  /** Asks a person; undefined when nobody is there to answer. */
  ask(question: string): Promise<string | undefined>
  readonly env: NodeJS.ProcessEnv
}

export interface Arguments {
  readonly positionals: readonly string[]
  readonly values: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>
  /** The value of an option that is given once. */
  text(name: string): string | undefined
  /** The values of an option that may be given several times. */
  list(name: string): readonly string[]
  flag(name: string): boolean
}

/** 0 done, 1 refused or failed, 2 used wrongly. */
export type ExitCode = 0 | 1 | 2

/** One command of the command line. */
export interface Command {
  /** Words of the command: `client create`. */
  readonly name: string
  /** `ID --name N`: what follows the words. */
  readonly usage: string
  readonly summary: string
  readonly options: NonNullable<ParseArgsConfig['options']>
  run(args: Arguments, terminal: Terminal): Promise<ExitCode>
}

/** Said to a person who used a command wrongly; the usage line follows. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
