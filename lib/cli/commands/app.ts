import {
  appRegistration,
  CATALOGUE,
  CATALOGUE_IDS,
  type CatalogueId,
  checkOf,
  isCatalogueId,
} from '../../domain/clients/catalogue/catalogue.ts'
import type { CatalogueApp } from '../../domain/clients/catalogue/catalogue-app.ts'
import { type Command, json, printList, UsageError } from '../terminal/command.ts'
import { command } from './command.ts'

/** @throws UsageError if the catalog does not contain the app */
export function catalogueId(text: string): CatalogueId {
  if (isCatalogueId(text)) return text
  throw new UsageError(`unknown app ${text}; portico app list shows all apps`)
}

const data = (id: string, app: CatalogueApp): object => ({ id, ...app })
const wayOf = (app: CatalogueApp): string => (app.way === 'gate' ? `behind the gate: ${app.why}` : 'OpenID Connect')

const list = command('app list', (args, terminal) =>
  printList(
    CATALOGUE_IDS,
    {
      line: (id) => `${id.padEnd(16)}  ${CATALOGUE[id].name}: ${wayOf(CATALOGUE[id])}; ${checkOf(CATALOGUE[id])}`,
      data: (id) => data(id, CATALOGUE[id]),
    },
    args,
    terminal,
  ),
)

const show = command('app show', async (args, terminal) => {
  const id = catalogueId(args.only('app'))
  const app = CATALOGUE[id]
  const url = args.text('url')
  const registration = url === undefined ? undefined : appRegistration(id, url)
  if (url !== undefined && registration === undefined)
    throw new UsageError('--url must be the URL of the app, such as https://app.example.com')
  if (args.flag('json')) terminal.out(json({ ...data(id, app), ...(registration && { registration }) }))
  else terminal.out([...linesOf(app), '', commandOf(id, url ?? 'ADDRESS')].join('\n'))
  return 0
})

function linesOf(app: CatalogueApp): readonly string[] {
  return [
    `${app.name}: ${wayOf(app)}`,
    `  ${checkOf(app)}`,
    ...(app.way === 'gate'
      ? [
          ...app.settings.map((line) => `  ${line}`),
          ...(app.lacks === undefined ? [] : [`  OpenID Connect would need: ${app.lacks}`]),
        ]
      : [
          `  returns to ${app.callbacks.map((path) => path || 'its own URL').join(', ')}`,
          ...(app.note === undefined ? [] : [`  ${app.note}`]),
        ]),
  ]
}

const commandOf = (id: string, url: string): string =>
  `portico client create ${id} --app ${id} --url ${url} --owner OWNER`

export const APP_COMMANDS: readonly Command[] = [list, show]
