import type { ParseArgsConfig } from 'node:util'
import type { Variables } from '../../config/sources/variables.ts'
import type { Arguments } from './arguments.ts'

/** Data goes to `out`, messages to `err`, so that output can be piped. */
export interface Terminal {
  out(text: string): void
  err(text: string): void
  /** One line that the next one is written over, `''` removes it; absent where the messages go to no terminal. */
  readonly status?: (text: string) => void
  /** What the user answers; undefined without a terminal. */
  ask(question: string): Promise<string | undefined>
  /** Variables of the process, and of the folder in which it was started. */
  readonly env: Variables
  /** The store need not have been used by a service before (--new-store). */
  readonly mayBeNew?: boolean
}

/** 0 done, 1 refused or failed, 2 used wrongly. */
export type ExitCode = 0 | 1 | 2

/** One command of the command line. */
export interface Command {
  /** Words of the command: `client create`. */
  readonly name: string
  /** `ID --name N`: what follows the words. */
  readonly usage?: string
  readonly summary: string
  readonly options?: NonNullable<ParseArgsConfig['options']>
  run(args: Arguments, terminal: Terminal): Promise<ExitCode>
}
