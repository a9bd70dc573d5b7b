/** A client's configuration, ready to be pasted, in the formats of the libraries and servers that use it. */

import { CONNECTED_APP_IDS, type ConnectedAppId, connectedApp } from '../catalogue/catalogue.ts'
import {
  type BlockDraft,
  type BlockFacts,
  type BlockPart,
  type ConfiguredClient,
  type EnvironmentBlock,
  factsOf,
  quoted,
  secretGone,
  type Variable,
} from './block.ts'
import { keycloakJs, oidcClientTs } from './browser-blocks.ts'
import { appComesBackTo, appDraft } from './catalogue-blocks.ts'
import { authJs, nextAuth4 } from './next-auth-blocks.ts'
import { betterAuth, expressOpenidConnect, hono, openidClient } from './node-blocks.ts'
import { authlib, goOidc } from './other-language-blocks.ts'
import { env, json, kubernetes, next, vite } from './plain-blocks.ts'
import { dovecot, luaRestyOpenidc, modAuthOpenidc, oauth2Proxy } from './proxy-blocks.ts'

export type { BlockPart, ConfiguredClient, EnvironmentBlock } from './block.ts'

interface Format {
  /** As its own project writes it, so it is the same in every language. */
  readonly label: string
  /** `public`: it ends in a browser bundle, which is published; `confidential`: it authenticates with a secret. */
  readonly for: 'any' | 'public' | 'confidential'
  /** Where the library comes back to, if it does not leave that open. */
  readonly comesBackTo?: { readonly isSo: (uri: string) => boolean; readonly example: string }
  /** It has not been run: the block is from its documentation. */
  readonly read?: true
  readonly draft: (facts: BlockFacts) => BlockDraft | string
}

const NEXT_AUTH = {
  isSo: (uri: string) => /^\/api\/auth\/callback\/[\w-]+$/.test(URL.parse(uri)?.pathname ?? ''),
  example: 'https://YOUR-APP/api/auth/callback/sso',
}

/** Libraries, servers, and what belongs to none of them. */
// biome-ignore format: a table, read line by line
const LIBRARIES = {
  env: { label: '.env', for: 'any', draft: env },
  'openid-client': { label: 'openid-client', for: 'any', draft: openidClient },
  'auth-js': { label: 'Auth.js 5', for: 'confidential', comesBackTo: NEXT_AUTH, draft: authJs },
  'next-auth-4': { label: 'NextAuth.js 4', for: 'confidential', comesBackTo: NEXT_AUTH, draft: nextAuth4 },
  'express-openid-connect': { label: 'express-openid-connect', for: 'confidential', draft: expressOpenidConnect },
  hono: { label: 'Hono', for: 'confidential', draft: hono },
  'better-auth': { label: 'Better Auth', for: 'confidential', comesBackTo: NEXT_AUTH, draft: betterAuth },
  authlib: { label: 'Authlib', for: 'confidential', draft: authlib },
  'go-oidc': { label: 'go-oidc', for: 'confidential', draft: goOidc },
  'oauth2-proxy': { label: 'oauth2-proxy', for: 'confidential', draft: oauth2Proxy },
  'mod-auth-openidc': { label: 'mod_auth_openidc', for: 'confidential', draft: modAuthOpenidc },
  'lua-resty-openidc': { label: 'lua-resty-openidc', for: 'confidential', read: true, draft: luaRestyOpenidc },
  dovecot: { label: 'Dovecot', for: 'confidential', read: true, draft: dovecot },
  'oidc-client-ts': { label: 'oidc-client-ts', for: 'public', draft: oidcClientTs },
  'keycloak-js': { label: 'keycloak-js', for: 'public', draft: keycloakJs },
  kubernetes: { label: 'Kubernetes', for: 'any', read: true, draft: kubernetes },
  json: { label: 'JSON', for: 'any', draft: json },
  vite: { label: 'Vite', for: 'public', draft: vite },
  next: { label: 'Next.js', for: 'public', draft: next },
} as const satisfies Readonly<Record<string, Format>>

/** Apps of the catalogue, each with the redirect URI by which it is known. */
const APPS = Object.fromEntries(
  CONNECTED_APP_IDS.filter((id) => connectedApp(id).settings.length > 0).map((id) => {
    const app = connectedApp(id)
    const [callback = ''] = app.callbacks
    const example = /^https?:/.test(callback) ? callback : `https://YOUR-APP${callback}`
    const format: Format = {
      label: app.name,
      for: app.type,
      comesBackTo: { isSo: (uri) => appComesBackTo(app, uri), example },
      ...(app.checked === 'read' && { read: true }),
      draft: appDraft(app),
    }
    return [id, format]
  }),
) as Readonly<Record<ConnectedAppId, Format>>

/** The formats of a client's configuration; the panel and the command line have the same. */
const FORMATS: Readonly<Record<EnvironmentFormat, Format>> = { ...APPS, ...LIBRARIES }

/** Those that are no app of the catalogue. */
export const LIBRARY_FORMATS = Object.keys(LIBRARIES) as readonly (keyof typeof LIBRARIES)[]

export type EnvironmentFormat = keyof typeof LIBRARIES | ConnectedAppId
/** Apps first: where one of them fits, it is what the client is for. */
export const ENVIRONMENT_FORMATS = Object.keys(FORMATS) as readonly EnvironmentFormat[]
export const FORMAT_LABELS = Object.fromEntries(
  Object.entries(FORMATS).map(([format, { label }]) => [format, label]),
) as Readonly<Record<EnvironmentFormat, string>>

/** Why a format does not fit a client, in English; undefined when it fits. */
export function unfitReason(
  { type, redirectUris }: Pick<ConfiguredClient, 'type' | 'redirectUris'>,
  format: EnvironmentFormat,
): string | undefined {
  const { label, for: kind, comesBackTo } = FORMATS[format]
  if (kind === 'public' && type === 'confidential')
    return `${label} is for public clients: it ends in a browser bundle, which is published, and this client has a secret`
  if (kind === 'confidential' && type === 'public')
    return `${label} is for confidential clients: it runs on a server and has a secret, and this client has none`
  if (comesBackTo !== undefined && !comesBackTo.isSo(redirectUris[0] ?? ''))
    return `${label} comes back to an address such as ${comesBackTo.example}; register it as the first redirect URI`
  return undefined
}

/** Whether a block is from the documentation of what reads it, and was not run. */
export const isRead = (format: EnvironmentFormat): boolean => FORMATS[format].read === true

/** The formats that fit a client. */
export const environmentFormats = (
  client: Pick<ConfiguredClient, 'type' | 'redirectUris'>,
): readonly EnvironmentFormat[] => ENVIRONMENT_FORMATS.filter((format) => unfitReason(client, format) === undefined)

/** Apps and libraries that come back to such an address, whatever the client. */
export function formatsComingBackTo(uri: string): readonly EnvironmentFormat[] {
  return ENVIRONMENT_FORMATS.filter((format) => FORMATS[format].comesBackTo?.isSo(uri) === true)
}

/** The parts of the block, each for a file of its own. The first one has the secret, where there is one. */
export function blockParts(block: EnvironmentBlock, format: EnvironmentFormat): readonly BlockPart[] {
  const { draft: describe, read } = FORMATS[format]
  const draft = describe(factsOf(block))
  if (typeof draft === 'string') return [{ file: `${block.client.clientId}.json`, kind: 'file', text: draft }]
  const heading = [...commentsOf(block), ...(read === true ? [FROM_DOCUMENTATION] : [])]
  const variables =
    draft.variables.length === 0
      ? []
      : [
          {
            file: draft.variablesIn ?? '.env',
            kind: 'variables' as const,
            text: [...heading, ...(draft.remarks ?? []), ...assignments(draft, block)].join('\n'),
          },
        ]
  const files = draft.files.map(({ file, comment, lines }, index) => ({
    file,
    kind: 'file' as const,
    text: [...(index === 0 ? heading.map((line) => line.replace(/^#/, comment)) : []), ...lines].join('\n'),
  }))
  return [...variables, ...files]
}

/** The whole block as one text: each part below the name of its file. */
export function environmentBlock(block: EnvironmentBlock, format: EnvironmentFormat): string {
  const parts = blockParts(block, format)
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return only.text
  return parts
    .map(
      ({ file, kind, text }) =>
        `${kind === 'variables' || /\.(?:py|ya?ml|conf|ext)$/.test(file) ? '#' : '//'} --- ${file}\n${text}`,
    )
    .join('\n\n')
}

const FROM_DOCUMENTATION = '# from its documentation, not tried'
/** As 0.1.0 wrote it. */
const EARLIER = '# the secret was shown once, when it was made; rotate it if it is lost'
const ALSO_REGISTERED = '# also registered: '
const WHOSE = /^# .* \([a-z0-9-]+\) · (?:development|live) · issued by \S+ · \d{4}-\d\d-\d\d$/u
const SECRET_GONE = /^# [A-Z_]+ was shown once, when it was made; a new one: portico client rotate-secret [a-z0-9-]+$/

/** Whether a line is one of the comments that a block begins with. */
export function isBlockComment(line: string): boolean {
  return (
    line === EARLIER ||
    line.startsWith(ALSO_REGISTERED) ||
    line === FROM_DOCUMENTATION ||
    WHOSE.test(line) ||
    SECRET_GONE.test(line)
  )
}

/** The variables that a block in this format can set. */
export function formatVariables(format: EnvironmentFormat): readonly Omit<Variable, 'value'>[] {
  const draft = FORMATS[format].draft(factsOf(ANY_BLOCK))
  return typeof draft === 'string' ? [] : draft.variables
}

/** Whether the secret of a block in this format stands among variables, or in a file that is the block. */
export const secretKind = (format: EnvironmentFormat): BlockPart['kind'] =>
  formatVariables(format).length > 0 ? 'variables' : 'file'

/** Which client a file is for that holds a whole block: by its first line, or as JSON. */
export function clientOfFile(text: string): string | undefined {
  const [, id] = /^\S+ .* \(([a-z0-9-]+)\) · .* · issued by /.exec(text.split('\n')[0] ?? '') ?? []
  return id ?? /"OIDC_CLIENT_ID": "([a-z0-9-]+)"/.exec(text)?.[1]
}

const ANY_BLOCK: EnvironmentBlock = {
  client: {
    clientId: 'any',
    clientName: 'Any',
    type: 'confidential',
    environment: 'live',
    redirectUris: ['https://app.example.com/callback'],
    postLogoutRedirectUris: ['https://app.example.com/'],
    scopes: ['openid'],
  },
  issuer: 'https://sso.example.com',
  secret: '',
  at: new Date(0),
}

/** Whose block it is, and what it cannot say in an assignment. */
function commentsOf({ client, issuer, at }: EnvironmentBlock): readonly string[] {
  const { clientName, clientId, environment, redirectUris } = client
  return [
    `# ${oneLine(clientName)} (${clientId}) · ${environment} · issued by ${issuer} · ${at.toISOString().slice(0, 10)}`,
    ...redirectUris.slice(1).map((uri) => `${ALSO_REGISTERED}${uri}`),
  ]
}

/** Never an empty secret: where it is gone, a line says how to get a new one. */
function assignments({ variables, exported }: BlockDraft, { client }: EnvironmentBlock): readonly string[] {
  return variables.flatMap(({ name, value, is }) => {
    if (value !== undefined) return [`${exported === true ? 'export ' : ''}${name}=${quoted(value)}`]
    return is === 'secret' ? [`# ${secretGone(name, client.clientId)}`] : []
  })
}

/** A name appears in a comment: it must not end the line or change its direction. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
}
