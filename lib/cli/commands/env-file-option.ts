/**
 * `--to-env-file PATH`: what an app needs goes into a file of its own, and the secret on no screen. That the file can be
 * written is found out before anything is done; when it cannot after all, the secret is printed, because it is the only copy.
 */
import { type EnvFile, EnvFileError, envFile } from '../env-file/env-file.ts'
import { type Arguments, UsageError } from '../terminal/arguments.ts'
import type { ExitCode, Terminal } from '../terminal/command.ts'
import { json } from '../terminal/output.ts'
import { type ClientDone, clientData, printClient } from './client-output.ts'

/** Not `--env-file`: Node takes that for its own wherever it stands, reads the file as variables, and ends where there is none. */
export const ENV_FILE_OPTION = { 'to-env-file': { type: 'string' } } as const

/** The file, if one is asked for. @throws EnvFileError when it cannot take the block of this client */
export async function envFileOf(args: Arguments, clientId: string): Promise<EnvFile | undefined> {
  const path = args.text('to-env-file')
  if (path === undefined) return undefined
  if (path === '') throw new UsageError('--to-env-file takes the path of a file')
  const file = envFile(path, clientId)
  await file.check()
  return file
}

interface FileReport {
  readonly block: string
  /** Printed when the file cannot be written after all. */
  readonly text: string | undefined
  /** What was done. */
  readonly message: string
}

/** Writes the block of a client, and reports where it is. */
export async function reportInFile(
  file: EnvFile,
  result: ClientDone,
  { block, text, message }: FileReport,
  args: Arguments,
  terminal: Terminal,
): Promise<ExitCode> {
  try {
    await file.write(block)
  } catch (error) {
    if (!(error instanceof EnvFileError)) throw error
    printClient(result, args, terminal, text)
    terminal.err(`${message}, but ${error.message}; what was to stand there is printed instead, this once`)
    return 1
  }
  if (args.flag('json')) terminal.out(json({ ...clientData(result.client), envFile: file.path }))
  terminal.err(`${message}; what the app needs is in ${file.path}`)
  return 0
}
