/** Files as people have them. A row is a file and what becomes of it: add a case by adding a line to files.json. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readEnvironment } from '../../lib/config/environment.ts'
import { folderVariables } from '../../lib/config/sources/folder.ts'
import { startClientWorld } from '../cli/client-world.ts'
import { portico } from '../cli/portico.ts'
import { newFolder } from '../support/new-folder.ts'

interface Row {
  readonly name: string
  /** Where it is: `secret` is the file that PORTICO_SECRET_FILE names. */
  readonly file: 'portico.json' | '.env' | 'secret' | 'users.jsonl' | 'it.json' | 'heads.log' | 'pages.har'
  readonly text?: string
  readonly hex?: string
  /** By default `utf-8`. */
  readonly as?: string
  /** What the file gives, or words of the output. */
  readonly expected: string | Readonly<Record<string, string>>
}

const ROWS: readonly Row[] = JSON.parse(readFileSync('test/world/files.json', 'utf8'))
const { env } = await startClientWorld('an embedded file')

function bytesOf({ text = '', hex, as = 'utf-8' }: Row): Buffer {
  if (hex !== undefined) return Buffer.from(hex, 'hex')
  const [encoding = '', mark] = as.split(' with ')
  const whole = mark === undefined ? text : `\uFEFF${text}`
  if (encoding === 'utf-16be') return Buffer.from(whole, 'utf16le').swap16()
  return Buffer.from(whole, encoding as BufferEncoding)
}

const BASE = { BASE_URL: 'http://localhost:3000' }
const settingsIn = (folder: string, more: object = {}) =>
  readEnvironment({ ...BASE, ...folderVariables({}, folder), ...more }).configuration
const printed = async (line: string, variables: NodeJS.ProcessEnv): Promise<string> => {
  const { out, err } = await portico(line, variables)
  return `${err}\n${out}`
}

/** What a file of this kind gives. */
const READ: Readonly<Record<Row['file'], (folder: string, path: string) => unknown>> = {
  'portico.json': (folder) => settingsIn(folder).theme.productName,
  '.env': (folder) => folderVariables({}, folder),
  secret: (folder, path) => settingsIn(folder, { PORTICO_SECRET_FILE: path }).secret[0],
  'users.jsonl': (_folder, path) => printed(`import ${path} --dry-run`, env),
  'it.json': (folder) => printed('texts check it', { ...BASE, PORTICO_TEXTS: folder }),
  'pages.har': (_folder, path) => printed(`rehearse ${path}`, {}),
  'heads.log': (_folder, path) => printed(`audit verify --head ${path}`, env),
}

it.each(ROWS)('$file: $name', async (row) => {
  const folder = join(newFolder(), 'f')
  mkdirSync(folder)
  const path = join(folder, row.file)
  writeFileSync(path, bytesOf(row))
  const seen = await (async () => READ[row.file](folder, path))().catch((error: Error) => error.message)
  if (typeof row.expected === 'string' && seen !== row.expected) expect(seen).toMatch(new RegExp(row.expected, 's'))
  else expect(seen).toEqual(row.expected)
})
