/**
 * A client's configuration as a block to paste. One assignment per line, and inert when it is sourced: names entered by users
 * appear only in comments, values are quoted. Endpoints are not listed, discovery has them.
 */
import type { Client } from './client-record.ts'

/** The formats of a client's configuration; the panel and the command line have the same. */
export const ENVIRONMENT_FORMATS = [
  'env',
  'openid-client',
  'auth-js',
  'oauth2-proxy',
  'express-openid-connect',
  'mod-auth-openidc',
  'kubernetes',
  'json',
  'vite',
  'next',
] as const
export type EnvironmentFormat = (typeof ENVIRONMENT_FORMATS)[number]

/** A browser bundle is published, so these formats, which end in one, are for public clients only: they never have a secret. */
const BROWSER_FORMATS: readonly EnvironmentFormat[] = ['vite', 'next']
const PUBLIC_FORMATS: readonly EnvironmentFormat[] = ['env', ...BROWSER_FORMATS, 'json']

export interface ConfiguredClient
  extends Pick<Client, 'clientId' | 'clientName' | 'type' | 'environment' | 'redirectUris' | 'postLogoutRedirectUris'> {
  readonly scopes: readonly string[]
}

export interface EnvironmentBlock {
  readonly client: ConfiguredClient
  readonly issuer: string
  /** In clear, in the one answer that shows it; undefined afterwards. */
  readonly secret: string | undefined
  readonly at: Date
}

/** As their own projects write them, so they are the same in every language. */
export const FORMAT_LABELS: Readonly<Record<EnvironmentFormat, string>> = {
  env: '.env',
  'openid-client': 'openid-client',
  'auth-js': 'Auth.js',
  'oauth2-proxy': 'oauth2-proxy',
  'express-openid-connect': 'express-openid-connect',
  'mod-auth-openidc': 'mod_auth_openidc',
  kubernetes: 'Kubernetes',
  json: 'JSON',
  vite: 'Vite',
  next: 'Next.js',
}

/** The formats that fit a client. */
export function environmentFormats(type: Client['type']): readonly EnvironmentFormat[] {
  return type === 'public' ? PUBLIC_FORMATS : ENVIRONMENT_FORMATS.filter((format) => !BROWSER_FORMATS.includes(format))
}

type Setting = readonly [name: string, value: string | undefined]

/** The block, ready to be pasted. Values are quoted so that sourcing the block sets variables and does nothing else. */
export function environmentBlock(block: EnvironmentBlock, format: EnvironmentFormat): string {
  const { client, issuer } = block
  const id = client.clientId
  const secret = client.type === 'public' ? undefined : (block.secret ?? '')
  const [redirectUri = '', logoutUri] = [client.redirectUris[0], client.postLogoutRedirectUris[0]]
  const scopes = client.scopes.join(' ')
  const comments = commentsOf(block)
  const oidc = (prefix = ''): readonly Setting[] => [
    [`${prefix}OIDC_ISSUER`, issuer],
    [`${prefix}OIDC_CLIENT_ID`, id],
    [`${prefix}OIDC_CLIENT_SECRET`, secret],
    [`${prefix}OIDC_REDIRECT_URI`, redirectUri],
    [`${prefix}OIDC_POST_LOGOUT_REDIRECT_URI`, logoutUri],
    [`${prefix}OIDC_SCOPES`, scopes],
  ]
  switch (format) {
    case 'env':
      return [...comments, ...assignments(oidc())].join('\n')
    case 'vite':
      return [...comments, ...assignments(oidc('VITE_'))].join('\n')
    case 'next':
      return [...comments, ...assignments(oidc('NEXT_PUBLIC_'))].join('\n')
    case 'auth-js':
      return [
        // Its default is PKCE alone, and this service requires state and nonce.
        ...comments,
        "# the provider \"sso\" needs type: 'oidc', checks: ['pkce', 'state', 'nonce']",
        `# and authorization: { params: { scope: ${JSON.stringify(scopes)} } }`,
        ...assignments([
          ['AUTH_SSO_ISSUER', issuer],
          ['AUTH_SSO_ID', id],
          ['AUTH_SSO_SECRET', secret],
        ]),
      ].join('\n')
    case 'oauth2-proxy':
      return [
        ...comments,
        `${YOUR_OWN}OAUTH2_PROXY_COOKIE_SECRET and _EMAIL_DOMAINS`,
        ...assignments([
          ['OAUTH2_PROXY_PROVIDER', 'oidc'],
          ['OAUTH2_PROXY_OIDC_ISSUER_URL', issuer],
          ['OAUTH2_PROXY_CLIENT_ID', id],
          ['OAUTH2_PROXY_CLIENT_SECRET', secret],
          ['OAUTH2_PROXY_REDIRECT_URL', redirectUri],
          ['OAUTH2_PROXY_SCOPE', scopes],
          // It sends no nonce by default, and this service requires one.
          ['OAUTH2_PROXY_CODE_CHALLENGE_METHOD', 'S256'],
          ['OAUTH2_PROXY_INSECURE_OIDC_SKIP_NONCE', 'false'],
        ]),
      ].join('\n')
    case 'express-openid-connect':
      return [
        // Its default response type is id_token, which this service does not support.
        ...comments,
        `# auth({ authorizationParams: { response_type: 'code', scope: ${JSON.stringify(scopes)} },`,
        `#   routes: { callback: ${JSON.stringify(URL.parse(redirectUri)?.pathname ?? '')} } })`,
        `${YOUR_OWN}SECRET`,
        ...assignments([
          ['ISSUER_BASE_URL', issuer],
          ['BASE_URL', URL.parse(redirectUri)?.origin ?? ''],
          ['CLIENT_ID', id],
          ['CLIENT_SECRET', secret],
        ]),
      ].join('\n')
    case 'mod-auth-openidc':
      return [
        ...comments,
        `${YOUR_OWN}OIDCCryptoPassphrase`,
        ...directives([
          ['OIDCProviderMetadataURL', `${issuer}/.well-known/openid-configuration`],
          ['OIDCClientID', id],
          ['OIDCClientSecret', secret],
          ['OIDCRedirectURI', redirectUri],
          ['OIDCScope', scopes],
          ['OIDCPKCEMethod', 'S256'],
        ]),
      ].join('\n')
    case 'kubernetes':
      return [
        ...comments,
        'apiVersion: v1',
        'kind: Secret',
        'metadata:',
        `  name: ${id}-oidc`,
        'type: Opaque',
        'stringData:',
        ...present(oidc()).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`),
      ].join('\n')
    case 'json':
      return JSON.stringify(Object.fromEntries(present(oidc())), null, 2)
    case 'openid-client':
      return openidClient(block, comments)
  }
}

/** A module to import; it reads the secret from the environment, as source files are kept in repositories. */
function openidClient({ client, issuer, secret = '' }: EnvironmentBlock, comments: readonly string[]): string {
  const { clientId, redirectUris, postLogoutRedirectUris, scopes } = client
  const isPublic = client.type === 'public'
  const isHttp = issuer.startsWith('http:')
  const authentication = isPublic ? 'None' : 'ClientSecretBasic'
  const uris = [
    ['redirectUri', redirectUris[0]],
    ['postLogoutRedirectUri', postLogoutRedirectUris[0]],
  ] as const
  return [
    ...comments.map((comment) => comment.replace(/^#/, '//')),
    '// npm install openid-client',
    ...(isPublic
      ? []
      : [
          '// it reads the secret from .env (node --env-file=.env), where this line belongs:',
          `// OIDC_CLIENT_SECRET=${quoted(secret)}`,
        ]),
    `import { ${isHttp ? 'allowInsecureRequests, ' : ''}${authentication}, discovery } from 'openid-client'`,
    'export const config = await discovery(',
    `  new URL(${JSON.stringify(issuer)}),`,
    `  ${JSON.stringify(clientId)},`,
    '  {},',
    `  ${authentication}(${isPublic ? '' : 'process.env.OIDC_CLIENT_SECRET'}),`,
    ...(isHttp ? ['  { execute: [allowInsecureRequests] },'] : []),
    ')',
    ...uris.flatMap(([name, uri]) => (uri === undefined ? [] : [`export const ${name} = ${JSON.stringify(uri)}`])),
    `export const scope = ${JSON.stringify(scopes.join(' '))}`,
  ].join('\n')
}

/** What the app needs besides, and only its developer knows. */
const YOUR_OWN = '# also needed, of your own: '
const SECRET_GONE = '# the secret was shown once, when it was made; rotate it if it is lost'

const ALSO_REGISTERED = '# also registered: '
const WHOSE = /^# .* \([a-z0-9-]+\) · (?:development|live) · issued by \S+ · \d{4}-\d\d-\d\d$/u

/** What a block in the form `env` can set. */
export const ENVIRONMENT_NAMES = [
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_REDIRECT_URI',
  'OIDC_POST_LOGOUT_REDIRECT_URI',
  'OIDC_SCOPES',
] as const

/** Whether a line is one of the comments that a block begins with. */
export function isBlockComment(line: string): boolean {
  return line === SECRET_GONE || line.startsWith(ALSO_REGISTERED) || WHOSE.test(line)
}

/** Whose block it is, and what it cannot say in an assignment. */
function commentsOf({ client, issuer, secret, at }: EnvironmentBlock): readonly string[] {
  const { clientName, clientId, environment, redirectUris, type } = client
  return [
    `# ${oneLine(clientName)} (${clientId}) · ${environment} · issued by ${issuer} · ${at.toISOString().slice(0, 10)}`,
    ...redirectUris.slice(1).map((uri) => `${ALSO_REGISTERED}${uri}`),
    ...(type === 'confidential' && secret === undefined ? [SECRET_GONE] : []),
  ]
}

function present(settings: readonly Setting[]): readonly (readonly [name: string, value: string])[] {
  return settings.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
}

function assignments(settings: readonly Setting[]): readonly string[] {
  return present(settings).map(([name, value]) => `${name}=${quoted(value)}`)
}

/** As Apache reads them. */
function directives(settings: readonly Setting[]): readonly string[] {
  return present(settings).map(([name, value]) => `${name} "${value.replace(/["\\]/g, '\\$&')}"`)
}

/** A name appears in a comment: it must not end the line or change its direction. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
}

/**
 * Plain words stay as they are, words with spaces get double quotes. Everything else gets single quotes, in which a shell
 * interprets nothing; a value with a single quote has no form that all readers share, so the shell's is used.
 */
function quoted(value: string): string {
  if (/^[A-Za-z0-9_./:@%+=,-]*$/.test(value)) return value
  if (/^[A-Za-z0-9_./:@%+=, -]*$/.test(value)) return `"${value}"`
  return `'${value.replaceAll("'", "'\\''")}'`
}
