/** Configuration formats for libraries, servers, and apps, and the clients that each format is suitable for. */
import { CONNECTED_APP_IDS, type ConnectedAppId, connectedApp } from '../catalogue/catalogue.ts'
import type { ConfiguredClient, PartDraft } from './block.ts'
import { appComesBackTo, appDraft } from './catalogue-blocks.ts'
import LIBRARIES from './library-formats.json' with { type: 'json' }
import type { Values } from './render.ts'
import { draftOf, readTemplate } from './template.ts'

export interface Format {
  /** The name as the project itself spells it. It is never translated. */
  readonly label: string
  /** The name of its library on the error pages, if it is not the label. */
  readonly library?: string
  /** `public`: the values end up in a published browser bundle; `confidential`: the app authenticates with a secret. */
  readonly for: 'any' | 'public' | 'confidential'
  /** Present if the library requires certain redirect URIs. */
  readonly comesBackTo?: { readonly isSo: (uri: string) => boolean; readonly example: string }
  /** `tried`: tested by `npm run test:apps`; `read`: based on the library's documentation; `plain`: for any library. */
  readonly checked: 'tried' | 'read' | 'plain'
  readonly draft: (values: Values) => readonly PartDraft[]
}

/** A library, a server, or a general format. Each one has a template. */
interface LibraryFormat extends Omit<Format, 'comesBackTo' | 'draft'> {
  /** A regular expression that the path of the redirect URI matches. */
  readonly comesBackTo?: { readonly path: string; readonly example: string }
}

const formatOf = ({ comesBackTo, ...library }: LibraryFormat, template: ReturnType<typeof readTemplate>): Format => ({
  ...library,
  ...(comesBackTo && {
    comesBackTo: {
      isSo: (uri) => new RegExp(comesBackTo.path).test(URL.parse(uri)?.pathname ?? ''),
      example: `https://YOUR-APP${comesBackTo.example}`,
    },
  }),
  draft: (values) => template.map((part) => draftOf(part, values)),
})

/** Catalog apps, each with the redirect URI that identifies it. */
const APPS = Object.fromEntries(
  CONNECTED_APP_IDS.filter((id) => connectedApp(id).settings.length > 0).map((id) => {
    const app = connectedApp(id)
    const [callback = ''] = app.callbacks
    const example = /^https?:/.test(callback) ? callback : `https://YOUR-APP${callback}`
    const format: Format = {
      label: app.name,
      for: app.type,
      comesBackTo: { isSo: (uri) => appComesBackTo(app, uri), example },
      checked: app.checked,
      draft: (values) => [appDraft(app, values)],
    }
    return [id, format]
  }),
) as Partial<Readonly<Record<ConnectedAppId, Format>>>

/** The panel and the command line offer the same formats. */
export const FORMATS = {
  ...APPS,
  ...Object.fromEntries(
    Object.entries(LIBRARIES as Readonly<Record<string, LibraryFormat>>).map(([id, library]) => [
      id,
      formatOf(library, readTemplate(id)),
    ]),
  ),
} as Readonly<Record<EnvironmentFormat, Format>>

/** All formats except the catalog apps. */
export const LIBRARY_FORMATS = Object.keys(LIBRARIES) as readonly (keyof typeof LIBRARIES)[]

export type EnvironmentFormat = keyof typeof LIBRARIES | ConnectedAppId
/** Apps come first, because a client whose redirect URI fits an app is probably for that app. */
export const ENVIRONMENT_FORMATS = Object.keys(FORMATS) as readonly EnvironmentFormat[]
export const FORMAT_LABELS = Object.fromEntries(
  Object.entries(FORMATS).map(([format, { label }]) => [format, label]),
) as Readonly<Record<EnvironmentFormat, string>>

/** Why the format does not fit the client, in English; undefined if it does. */
export function unfitReason(
  { type, redirectUris }: Pick<ConfiguredClient, 'type' | 'redirectUris'>,
  format: EnvironmentFormat,
): string | undefined {
  const { label, for: kind, comesBackTo } = FORMATS[format]
  if (kind === 'public' && type === 'confidential')
    return `${label} is for public clients, which have no secret; this client is confidential`
  if (kind === 'confidential' && type === 'public')
    return `${label} is for confidential clients: it has a secret, and this client has none`
  const uri = redirectUris[0] ?? ''
  if (comesBackTo !== undefined && !comesBackTo.isSo(uri)) {
    const others = formatsComingBackTo(uri).filter((other) => FORMATS[other].for === type)
    const instead = others.length === 0 ? '' : `, or use --format ${others.join(' or ')}`
    return `${label} returns to a URL such as ${comesBackTo.example}; register it as the first redirect URI${instead}`
  }
  return undefined
}

export const environmentFormats = (
  client: Pick<ConfiguredClient, 'type' | 'redirectUris'>,
): readonly EnvironmentFormat[] => ENVIRONMENT_FORMATS.filter((format) => unfitReason(client, format) === undefined)

/** Apps and libraries whose redirect URIs look like this one, regardless of the client. */
export function formatsComingBackTo(uri: string): readonly EnvironmentFormat[] {
  return ENVIRONMENT_FORMATS.filter((format) => FORMATS[format].comesBackTo?.isSo(uri) === true)
}
