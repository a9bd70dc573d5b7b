/**
 * `--to-env-file PATH`: what an app needs goes into a file of its own, and the secret on no screen (ux.md 7.4). That it can
 * be written is seen before anything is done; when it cannot after all, the secret is printed, because it is the only copy.
 */

import { type EnvFile, EnvFileFault, envFile } from '../env-file/env-file.ts'
import { type Arguments, type ExitCode, type Terminal, UsageError } from '../terminal/command.ts'
import { type ClientDone, shown, tellClient } from './client-options.ts'

/** Not `--env-file`: Node takes that for its own wherever it stands, reads the file as variables, and ends where there is none. */
export const ENV_FILE_OPTION = { 'to-env-file': { type: 'string' } } as const

/** The file, if one is asked for. @throws EnvFileFault when it cannot take the block of this client */
export async function envFileOf(args: Arguments, clientId: string): Promise<EnvFile | undefined> {
  const path = args.text('to-env-file')
  if (path === undefined) return undefined
  if (path === '') throw new UsageError('--to-env-file takes the path of a file')
  const file = envFile(path, clientId)
  await file.check()
  return file
}

interface Told {
  readonly block: string
  /** What is printed when the file cannot be written after all. */
  readonly shown: string | undefined
  /** What was done. */
  readonly done: string
}

/** Writes the block of a client, and says where it is. */
export async function tellInFile(
  file: EnvFile,
  result: ClientDone,
  told: Told,
  args: Arguments,
  terminal: Terminal,
): Promise<ExitCode> {
  try {
    await file.write(told.block)
  } catch (fault) {
    if (!(fault instanceof EnvFileFault)) throw fault
    tellClient(result, args, terminal, told.shown)
    terminal.err(`${told.done}, but ${fault.message}; what was to stand there is printed instead, this once`)
    return 1
  }
  if (args.flag('json')) terminal.out(JSON.stringify({ ...shown(result.client), envFile: file.path }, null, 2))
  terminal.err(`${told.done}; what the app needs is in ${file.path}`)
  return 0
}
