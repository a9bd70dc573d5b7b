/** Configuration formats for libraries, servers, and apps, and the clients that each format is suitable for. */
import { CONNECTED_APP_IDS, type ConnectedAppId, connectedApp } from '../catalogue/catalogue.ts'
import type { ConfiguredClient, PartDraft } from './block.ts'
import { appComesBackTo, appDraft } from './catalogue-blocks.ts'
import { draftOf, readTemplate } from './template.ts'
import type { Values } from './values.ts'

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

/** A redirect URI whose path matches. */
const path = (pattern: RegExp, example: string): NonNullable<Format['comesBackTo']> => ({
  isSo: (uri) => pattern.test(URL.parse(uri)?.pathname ?? ''),
  example: `https://YOUR-APP${example}`,
})
const NEXT_AUTH = path(/^\/api\/auth\/callback\/[\w-]+$/, '/api/auth/callback/sso')
const AUTH_JS = path(/^\/auth\/callback\/[\w-]+$/, '/auth/callback/sso')
const SPRING = path(/\/login\/oauth2\/code\/[\w-]+$/, '/login/oauth2/code/sso')
const ALLAUTH = path(/\/oidc\/[\w-]+\/login\/callback\/$/, '/accounts/oidc/sso/login/callback/')

const AUTH_JS_ALONE = 'Auth.js outside Next.js'

/** Libraries, servers, and general formats. Each one has a template. */
// biome-ignore format: a table, best read line by line
const LIBRARIES = {
  env: { label: '.env', for: 'any', checked: 'plain' },
  'openid-client': { label: 'openid-client', library: 'openid-client 6', for: 'any', checked: 'tried' },
  'auth-js': { label: 'Auth.js 5', for: 'confidential', comesBackTo: NEXT_AUTH, checked: 'tried' },
  'auth-js-express': { label: 'Auth.js in Express', library: AUTH_JS_ALONE, for: 'confidential', comesBackTo: AUTH_JS, checked: 'tried' },
  'auth-js-sveltekit': { label: 'Auth.js in SvelteKit', library: AUTH_JS_ALONE, for: 'confidential', comesBackTo: AUTH_JS, checked: 'tried' },
  'next-auth-4': { label: 'NextAuth.js 4', library: 'next-auth 4', for: 'confidential', comesBackTo: NEXT_AUTH, checked: 'tried' },
  'express-openid-connect': { label: 'express-openid-connect', for: 'confidential', checked: 'tried' },
  hono: { label: 'Hono', for: 'confidential', checked: 'tried' },
  'better-auth': { label: 'Better Auth', for: 'confidential', comesBackTo: NEXT_AUTH, checked: 'tried' },
  authlib: { label: 'Authlib', for: 'confidential', checked: 'tried' },
  allauth: { label: 'django-allauth', for: 'confidential', comesBackTo: ALLAUTH, checked: 'tried' },
  spring: { label: 'Spring Security', for: 'confidential', comesBackTo: SPRING, checked: 'tried' },
  'go-oidc': { label: 'go-oidc', library: 'go-oidc with x/oauth2', for: 'confidential', checked: 'tried' },
  'oauth2-proxy': { label: 'oauth2-proxy', for: 'confidential', checked: 'tried' },
  'mod-auth-openidc': { label: 'mod_auth_openidc', for: 'confidential', checked: 'tried' },
  'lua-resty-openidc': { label: 'lua-resty-openidc', for: 'confidential', checked: 'read' },
  dovecot: { label: 'Dovecot', for: 'confidential', checked: 'tried' },
  'oidc-client-ts': { label: 'oidc-client-ts', for: 'public', checked: 'tried' },
  'keycloak-js': { label: 'keycloak-js', for: 'public', checked: 'tried' },
  kubernetes: { label: 'Kubernetes', for: 'any', checked: 'read' },
  json: { label: 'JSON', for: 'any', checked: 'plain' },
  vite: { label: 'Vite', for: 'public', checked: 'plain' },
  next: { label: 'Next.js in the browser', for: 'public', checked: 'plain' },
} as const satisfies Readonly<Record<string, Omit<Format, 'draft'>>>

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
    Object.entries(LIBRARIES).map(([id, library]) => {
      const template = readTemplate(id)
      return [id, { ...library, draft: (values: Values) => template.map((part) => draftOf(part, values)) }]
    }),
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
