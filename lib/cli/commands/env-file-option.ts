/**
 * `--format` and `--to-env-file PATH` write the client's settings to a separate file, so the secret never appears on
 * the screen; `--to-folder PATH` writes the format's other files as well. The command first checks that it can write
 * the file. If writing fails later, the command prints the secret, because no other copy exists.
 */
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { makeFolder } from '../../config/data/make-folder.ts'
import { CONFIGURATION_SCHEMA } from '../../config/schema/configuration-schema.ts'
import DEPLOYMENT_SCHEMA from '../../config/schema/deployment-schema.json' with { type: 'json' }
import { settingsOf } from '../../config/schema/setting-schema.ts'
import { type BlockPart, type ConfiguredClient, namedParts } from '../../domain/clients/blocks/block.ts'
import { filesFor, variableNames } from '../../domain/clients/blocks/environment-block.ts'
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
/** Variables that Portico reads. */
const VARIABLES: ReadonlySet<string> = new Set(
  [CONFIGURATION_SCHEMA, DEPLOYMENT_SCHEMA].flatMap((schema) =>
    settingsOf(schema).map((setting) => setting.schema.env ?? ''),
  ),
)

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
  client: Pick<ConfiguredClient, 'clientId' | 'type'>,
): Promise<ClientFiles | undefined> {
  const [path, folder] = [args.text('to-env-file'), args.text('to-folder')]
  if (path === '') throw new UsageError('--to-env-file needs a file path')
  const files = filesFor(format, client)
  if (folder !== undefined) {
    if (path !== undefined) throw new UsageError('--to-folder writes the secret as well; leave out --to-env-file')
    assertWritable(folder, files, format)
  }
  const target = folder === undefined ? path : join(folder, files[0]?.file ?? '')
  if (target === undefined) return undefined
  assertNotOwn(target, format)
  const file = envFile(target, files[0]?.kind ?? 'variables', variableNames(format))
  if (folder !== undefined)
    await makeFolder(folder).catch((error: NodeJS.ErrnoException) => {
      throw new EnvFileError(`${folder} could not be created (${error.code}); nothing was done`, { cause: error })
    })
  await file.check()
  return { ...file, ...(folder === undefined ? {} : { folder }) }
}

function assertWritable(folder: string, files: readonly Pick<BlockPart, 'file'>[], format: EnvironmentFormat): void {
  if (folder === '') throw new UsageError('--to-folder needs a folder path')
  // Parts of an app can be named by a page of the app, and parts of a server lie outside of the app's folder.
  if (files.some(({ file }) => !/^\.?\w[\w.[\]/+-]*$/.test(file)))
    throw new UsageError(`--to-folder does not support ${format}`)
  // The first file can be appended to.
  const taken = files.slice(1).find(({ file }) => existsSync(join(folder, file)))
  if (taken !== undefined) throw new EnvFileError(`${join(folder, taken.file)} already exists; nothing was done`)
}

/** Commands read `.env` of their folder, so an app's BASE_URL in it would become Portico's. */
function assertNotOwn(path: string, format: EnvironmentFormat): void {
  const taken = variableNames(format).find((name) => VARIABLES.has(name))
  if (taken !== undefined && resolve(path) === resolve('.env'))
    throw new EnvFileError(
      `${path} is also Portico's own file, which would get another ${taken}; specify a different folder; nothing was done`,
    )
}

interface ClientFiles extends EnvFile {
  /** Where to write the other files of the format; undefined if they are printed. */
  readonly folder?: string
}

interface FileReport {
  readonly parts: readonly BlockPart[]
  /** Text to print if the file cannot be written. */
  readonly text: string | undefined
  readonly message: string
}

/** Writes the part of the environment block that contains the secret to the file, and prints the rest. */
export async function reportInFile(
  file: ClientFiles,
  result: ClientDone,
  { parts: [first, ...others], text, message }: FileReport,
  args: Arguments,
  terminal: Terminal,
): Promise<ExitCode> {
  try {
    if (first !== undefined) await file.write(first)
    if (file.folder !== undefined) await writeNew(file.folder, others)
  } catch (error) {
    if (!(error instanceof EnvFileError)) throw error
    printClient(result, args, terminal, text)
    terminal.err(`${message}, but ${error.message}; its contents are printed instead, only once`)
    return 1
  }
  const { folder } = file
  const isPrinted = folder === undefined && others.length > 0 && !args.flag('json')
  if (args.flag('json')) terminal.out(json({ ...clientData(result.client), envFile: file.path }))
  else if (isPrinted) terminal.out(namedParts(others))
  const names = others.map(({ file: name }) => (folder === undefined ? name : join(folder, name)))
  const written = [file.path, ...(folder === undefined ? [] : names)].join(', ')
  const above = isPrinted ? `; printed above: ${names.join(', ')}` : ''
  terminal.err(`${message}; the app's configuration is in ${written}${above}`)
  return 0
}

/** @throws EnvFileError if a file cannot be created or exists */
async function writeNew(folder: string, parts: readonly BlockPart[]): Promise<void> {
  for (const { file, text } of parts) {
    const path = join(folder, file)
    await makeFolder(dirname(path))
      .then(() => writeFile(path, `${text}\n`, { flag: 'wx' }))
      .catch((error: NodeJS.ErrnoException) => {
        throw new EnvFileError(`${path} could not be written (${error.code})`, { cause: error })
      })
  }
}
