/**
 * `--format` and `--to-env-file PATH` write the client's settings to a separate file, so the secret never appears on
 * the screen. The command first checks that it can write the file. If writing fails later, the command prints the
 * secret, because no other copy exists.
 */
import type { BlockPart, ConfiguredClient } from '../../domain/clients/blocks/block.ts'
import { firstKind, variableNames } from '../../domain/clients/blocks/environment-block.ts'
import {
  ENVIRONMENT_FORMATS,
  type EnvironmentFormat,
  LIBRARY_FORMATS,
  unfitReason,
} from '../../domain/clients/blocks/formats.ts'
import { type EnvFile, EnvFileError, envFile } from '../env-file/env-file.ts'
import { type Arguments, type ExitCode, json, type Terminal, UsageError } from '../terminal/command.ts'
import { type ClientDone, clientData, printClient } from './client-output.ts'

/** Not named `--env-file`, because Node.js accepts that option in any position and exits if the file is missing. */
export const ENV_FILE_OPTION = {
  format: { type: 'string', value: 'FORMAT', help: 'library or app; default: env' },
  'to-env-file': { type: 'string', value: 'FILE', help: 'write the secret here, not to the screen' },
} as const

const isFormat = (text: string): text is EnvironmentFormat => ENVIRONMENT_FORMATS.some((format) => format === text)

/** The requested format; undefined without the option. */
export function formatOf(args: Arguments): EnvironmentFormat | undefined {
  const text = args.text('format')
  if (text === undefined || isFormat(text)) return text
  throw new UsageError(`--format must be one of ${LIBRARY_FORMATS.join(', ')}, or an app from portico app list`)
}

/** @throws UsageError with the reason if the client cannot use this format */
export function assertFits(client: Pick<ConfiguredClient, 'type' | 'redirectUris'>, format: EnvironmentFormat): void {
  const reason = unfitReason(client, format)
  if (reason !== undefined) throw new UsageError(reason)
}

/** The requested file, if any. @throws EnvFileError if this client's block cannot be written to it */
export async function envFileOf(
  args: Arguments,
  format: EnvironmentFormat,
  type: ConfiguredClient['type'],
): Promise<EnvFile | undefined> {
  const path = args.text('to-env-file')
  if (path === undefined) return undefined
  if (path === '') throw new UsageError('--to-env-file needs a file path')
  const file = envFile(path, firstKind(format, type), variableNames(format))
  await file.check()
  return file
}

interface FileReport {
  readonly parts: readonly BlockPart[]
  /** Text to print if the file cannot be written. */
  readonly text: string | undefined
  readonly message: string
}

/** Writes the part of the environment block that contains the secret to the file, and prints the rest. */
export async function reportInFile(
  file: EnvFile,
  result: ClientDone,
  { parts: [first, ...others], text, message }: FileReport,
  args: Arguments,
  terminal: Terminal,
): Promise<ExitCode> {
  try {
    if (first !== undefined) await file.write(first)
  } catch (error) {
    if (!(error instanceof EnvFileError)) throw error
    printClient(result, args, terminal, text)
    terminal.err(`${message}, but ${error.message}; its contents are printed instead, only once`)
    return 1
  }
  if (args.flag('json')) terminal.out(json({ ...clientData(result.client), envFile: file.path }))
  else for (const part of others) terminal.out(part.text)
  const names = others.map(({ file: name }) => name).join(', ')
  const rest = others.length === 0 || args.flag('json') ? '' : `, and ${names} printed above`
  terminal.err(`${message}; the app's configuration is in ${file.path}${rest}`)
  return 0
}
