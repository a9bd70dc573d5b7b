/** The formats of a client's configuration, and the apps of the catalogue. */
import { FORMAT_LABELS, FORMATS, LIBRARY_FORMATS, unfitReason } from '../../../lib/domain/clients/blocks/formats.ts'
import { CATALOGUE, CATALOGUE_IDS } from '../../../lib/domain/clients/catalogue/catalogue.ts'
import type { CatalogueApp } from '../../../lib/domain/clients/catalogue/catalogue-app.ts'
import { curesOf } from '../../../lib/protocol/endpoints/library-cures.ts'
import { code, list, type Parts, table } from './parts.ts'

const CHECKED = {
  plain: 'variables alone',
  read: 'from documentation',
  tried: 'tried',
} as const

/** A redirect URI that every library supports. */
const redirectUris = ['https://app.example.com/api/auth/callback/sso']

function clientsOf(format: (typeof LIBRARY_FORMATS)[number]): string {
  const types = (['confidential', 'public'] as const).filter(
    (type) => unfitReason({ type, redirectUris }, format) === undefined,
  )
  return types.length === 2 ? 'any client' : types.join('')
}

/** @param meaningOf undefined for an app that is left out */
const appsWith = (meaningOf: (app: CatalogueApp) => string | undefined): string =>
  list(
    CATALOGUE_IDS.flatMap((id) => {
      const app = CATALOGUE[id]
      const meaning = meaningOf(app)
      const notes = [code(id), app.checked === 'tried' ? `tried ${app.version}` : `${app.date}: ${app.version}`]
      return meaning === undefined ? [] : [[`${app.name} (${notes.join(', ')})`, meaning] as const]
    }),
  )

export const APPS_AND_FORMATS: Parts = {
  formats: () =>
    list(
      LIBRARY_FORMATS.map((format) => [
        `${code(format)} (${clientsOf(format)})`,
        `${FORMAT_LABELS[format]}, ${CHECKED[FORMATS[format].checked]}`,
      ]),
    ),
  audience: () =>
    table(
      ['library', 'what to set'],
      curesOf(['audience']).map(({ library, cure }) => [library, cure]),
    ),
  apps: () =>
    `With OpenID Connect, and where their settings are:

${appsWith((app) => (app.way === 'openid-connect' ? app.settingsIn : undefined))}

Behind the gate, and why. “With user”: the gate also passes the user to the app.

${appsWith((app) => (app.way === 'gate' ? `${app.why}${app.settings.length > 0 ? ' (with user)' : ''}` : undefined))}`,
}
