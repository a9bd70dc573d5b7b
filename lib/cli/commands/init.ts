import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { checkAddresses } from '../../config/checks/addresses.ts'
import { systemErrorCode } from '../../config/issues/system-error.ts'
import ADDRESS_SETTINGS from '../../config/schema/address-settings.json' with { type: 'json' }
import { CONFIG_FILE, ENV_FILE } from '../../config/sources/folder.ts'
import { environmentText } from '../init/environment-text.ts'
import { schemaFrom } from '../init/schema-place.ts'
import { json, Refused, UsageError } from '../terminal/command.ts'
import { command } from './command.ts'

const SECRET_BYTES = 32

export const initCommand = command('init', async (args, terminal) => {
  if (args.positionals.length > 0) throw new UsageError('init takes no arguments; it always writes to this folder')
  const baseUrl = args.text('base-url')
  const [issue] = baseUrl === undefined ? [] : checkAddresses({ baseUrl })
  if (baseUrl === '' || issue !== undefined)
    throw new UsageError(`--base-url must be ${ADDRESS_SETTINGS.baseUrl.expected}; ${issue?.hint ?? 'it is empty'}`)
  const settings = (): string => `${json({ $schema: schemaFrom('.'), clients: [], accounts: [] })}\n`
  const variables = (): string =>
    environmentText({
      PORTICO_SECRET: randomBytes(SECRET_BYTES).toString('base64url'),
      ...(baseUrl === undefined ? {} : { BASE_URL: baseUrl }),
    })
  const files = [
    { path: CONFIG_FILE, outcome: writeNew(CONFIG_FILE, settings, 0o644) },
    { path: ENV_FILE, outcome: writeNew(ENV_FILE, variables, 0o600) },
  ]
  if (args.flag('json')) terminal.out(json({ files: files }))
  else
    for (const { path, outcome } of files)
      terminal.out(outcome === 'written' ? `${path} written` : `${path} already exists and was not changed`)
  if (baseUrl !== undefined && files.some(({ path, outcome }) => path === ENV_FILE && outcome === 'kept'))
    throw new Refused(`--base-url was not written; change BASE_URL in ${ENV_FILE}`)
  terminal.err(
    'Keep the secret in .env safe: without it, encrypted data in the store cannot be read. Next: npx portico-sso serve',
  )
  return 0
})

/** Keeps an existing file. If two commands run at the same time, only one of them writes the file. */
function writeNew(name: string, text: () => string, mode: number): 'written' | 'kept' {
  try {
    writeFileSync(name, text(), { mode, flag: 'wx' })
    return 'written'
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return 'kept'
    throw error
  }
}
