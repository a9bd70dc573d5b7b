/** The formats of a client's configuration, and the apps of the catalogue. */
import {
  FORMAT_LABELS,
  isRead,
  LIBRARY_FORMATS,
  unfitReason,
} from '../../../lib/domain/clients/blocks/environment-block.ts'
import { CATALOGUE, CATALOGUE_IDS } from '../../../lib/domain/clients/catalogue/catalogue.ts'
import type { CatalogueApp } from '../../../lib/domain/clients/catalogue/catalogue-app.ts'
import { code, type Parts, table } from './parts.ts'

/** An address that every library comes back to. */
const redirectUris = ['https://app.example.com/api/auth/callback/sso']
const PLAIN: readonly string[] = ['env', 'json', 'vite', 'next']

function clientsOf(format: (typeof LIBRARY_FORMATS)[number]): string {
  const types = (['confidential', 'public'] as const).filter(
    (type) => unfitReason({ type, redirectUris }, format) === undefined,
  )
  return types.length === 2 ? 'any' : types.join('')
}

function settingsOf(app: CatalogueApp): string {
  if (app.way === 'openid-connect') return `its settings, in ${app.settingsIn}`
  return app.settings.length > 0 ? `by the gate, whose headers it takes: ${app.why}` : `by the gate: ${app.why}`
}

export const APPS_AND_FORMATS: Parts = {
  formats: () =>
    table(
      ['`--format`', 'for', 'clients', 'checked'],
      LIBRARY_FORMATS.map((format) => [
        code(format),
        FORMAT_LABELS[format],
        clientsOf(format),
        PLAIN.includes(format) ? 'variables' : isRead(format) ? 'from its documentation' : 'run with its library',
      ]),
    ),
  apps: () =>
    table(
      ['app', '`--app`', 'what to paste, or why not', 'version', 'checked'],
      CATALOGUE_IDS.map((id) => {
        const app = CATALOGUE[id]
        return [app.name, code(id), settingsOf(app), app.version, app.checked]
      }),
    ),
}
