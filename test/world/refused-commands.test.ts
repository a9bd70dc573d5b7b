/** Nothing answers success without the effect: every command gets an input that it cannot carry out. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMMANDS } from '../../lib/cli/commands.ts'
import { startClientWorld } from '../cli/client-world.ts'
import { portico, porticoProcess } from '../cli/portico.ts'
import { newFolder } from '../support/new-folder.ts'

interface Row {
  /** `FOLDER` is a new folder with `files`, in which the command runs. */
  readonly command: string
  readonly files?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
  /** `none`: no service has used the store. */
  readonly store?: 'none'
  readonly says: string
}

const ROWS: readonly Row[] = JSON.parse(readFileSync('test/world/refused-commands.json', 'utf8'))
const world = await startClientWorld('an embedded file')
await world.made('first')
await world.client('create spa --owner o@x.example --type public --redirect-uri https://spa.example/cb')
await portico('user create dave', world.env)
await portico('user create susan --email susan@x.example --email-verified', world.env)
/** Every operation that changes something writes an entry, as does an import that begins; users and clients. */
const state = async (command: string): Promise<readonly string[]> => [
  command.startsWith('import') ? '' : (await portico('audit head', world.env)).out,
  (await portico('export --with-password-hashes', world.env)).out,
]

it.each(ROWS)('portico $command: $says', async ({ command, files = {}, env = {}, store, says }) => {
  const folder = newFolder()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  mkdirSync(join(folder, 'empty'))
  const placed = (text: string): string => text.replaceAll('FOLDER', folder)
  const before = await state(command)
  const variables = {
    ...world.env,
    ...(store === 'none' ? { PORTICO_DATA: join(folder, 'empty') } : {}),
    ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, placed(value)])),
  }
  // These two use the folder that they run in.
  const isOwn = /^(?:init|serve)\b/.test(command)
  const printed = isOwn ? await porticoProcess(command, variables, folder) : await portico(placed(command), variables)
  expect({ ...printed, code: [1, 2].includes(printed.code ?? 0) }).toMatchObject({ code: true })
  expect(printed.err + printed.out).toMatch(new RegExp(says))
  expect(await state(command)).toEqual(before)
})

it('every command has a row', () => {
  const names = COMMANDS.map(({ name }) => name)
  expect(names.filter((name) => !ROWS.some(({ command }) => `${command} `.startsWith(`${name} `)))).toEqual([])
})
