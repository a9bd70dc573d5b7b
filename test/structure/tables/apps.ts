/** The formats of a client's configuration, and the apps of the catalogue. */
import { FORMAT_LABELS, FORMATS, LIBRARY_FORMATS, unfitReason } from '../../../lib/domain/clients/blocks/formats.ts'
import { CATALOGUE, CATALOGUE_IDS } from '../../../lib/domain/clients/catalogue/catalogue.ts'
import type { CatalogueApp } from '../../../lib/domain/clients/catalogue/catalogue-app.ts'
import { curesOf } from '../../../lib/protocol/endpoints/library-cures.ts'
import { code, type Parts, table } from './parts.ts'

const CHECKED = {
  plain: 'variables alone',
  read: 'from its documentation, not tried',
  tried: 'run with its library',
} as const

/** A redirect URI that every library supports. */
const redirectUris = ['https://app.example.com/api/auth/callback/sso']

function clientsOf(format: (typeof LIBRARY_FORMATS)[number]): string {
  const types = (['confidential', 'public'] as const).filter(
    (type) => unfitReason({ type, redirectUris }, format) === undefined,
  )
  return types.length === 2 ? 'any' : types.join('')
}

function settingsOf(app: CatalogueApp): string {
  if (app.way === 'openid-connect') return `OpenID Connect; settings in ${app.settingsIn}`
  return `behind the gate${app.settings.length > 0 ? ', which passes it the user' : ''}: ${app.why}`
}

export const APPS_AND_FORMATS: Parts = {
  formats: () =>
    table(
      ['`--format`', 'for', 'clients', 'checked'],
      LIBRARY_FORMATS.map((format) => [
        code(format),
        FORMAT_LABELS[format],
        clientsOf(format),
        CHECKED[FORMATS[format].checked],
      ]),
    ),
  audience: () =>
    table(
      ['library', 'what to set'],
      curesOf(['audience']).map(({ library, cure }) => [library, cure]),
    ),
  apps: () =>
    table(
      ['app', '`--app`', 'how it signs in', 'version', 'checked'],
      CATALOGUE_IDS.map((id) => {
        const app = CATALOGUE[id]
        return [app.name, code(id), settingsOf(app), app.version, app.checked]
      }),
    ),
}
