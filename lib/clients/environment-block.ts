/**
 * A client's configuration as a block to paste (ux.md section 5). One assignment a line, and inert when it is sourced:
 * names from outside stand only in a comment, values are quoted. Endpoints are not listed, discovery has them.
 */
import type { Client } from './client-record.ts'

/** The forms in which a client's configuration is handed out; the panel and the command line have the same. */
export const ENVIRONMENT_FORMATS = [
  'env', 'openid-client', 'auth-js', 'oauth2-proxy', 'express-openid-connect', 'mod-auth-openidc', 'kubernetes', 'json', 'vite',
  'next',
] as const
export type EnvironmentFormat = (typeof ENVIRONMENT_FORMATS)[number]

/** What a browser bundle would publish never holds a secret, so these are for public clients only (Authentication rule 3). */
const BROWSER_FORMATS: readonly EnvironmentFormat[] = ['vite', 'next']

export interface EnvironmentBlock {
  readonly client: Pick<Client, 'clientId' | 'clientName' | 'type' | 'environment' | 'redirectUris' | 'postLogoutRedirectUris'> & { readonly scopes: readonly string[] }
  readonly issuer: string
  /** In clear, in the one answer that shows it; undefined afterwards. */
  readonly secret: string | undefined
  readonly at: Date
}

/** As their own projects write them, so they are the same in every language. */
export const FORMAT_LABELS: Readonly<Record<EnvironmentFormat, string>> = {
  env: '.env', 'openid-client': 'openid-client', 'auth-js': 'Auth.js', 'oauth2-proxy': 'oauth2-proxy',
  'express-openid-connect': 'express-openid-connect',
  'mod-auth-openidc': 'mod_auth_openidc', kubernetes: 'Kubernetes', json: 'JSON', vite: 'Vite', next: 'Next.js',
}

/** The formats that fit a client. */
export function environmentFormats(type: Client['type']): readonly EnvironmentFormat[] {
  return ENVIRONMENT_FORMATS.filter((format) => BROWSER_FORMATS.includes(format) === (type === 'public') || (type === 'public' && (format === 'env' || format === 'json')))
}

type Setting = readonly [name: string, value: string | undefined]

/** The block, ready to be pasted. Values are quoted so that sourcing the block sets variables and does nothing else. */
export function environmentBlock(block: EnvironmentBlock, format: EnvironmentFormat): string {
  const { client, issuer, at } = block
  const secret = client.type === 'public' ? undefined : block.secret ?? ''
  const [redirectUri = '', logoutUri] = [client.redirectUris[0], client.postLogoutRedirectUris[0]]
  const scopes = client.scopes.join(' ')
  const notes = [
    ...client.redirectUris.slice(1).map((uri) => `# also registered: ${uri}`),
    ...(secret === '' ? ['# the secret was shown once, when it was made; rotate it if it is lost'] : []),
  ]
  const title = `# ${oneLine(client.clientName)} (${client.clientId}) · ${client.environment} · issued by ${issuer} · ${at.toISOString().slice(0, 10)}`
  const oidc = (prefix: string): readonly Setting[] => [
    [`${prefix}OIDC_ISSUER`, issuer], [
      `${prefix}OIDC_CLIENT_ID`, client.clientId,
    ], [`${prefix}OIDC_CLIENT_SECRET`, secret], [`${prefix}OIDC_REDIRECT_URI`, redirectUri],
    [`${prefix}OIDC_POST_LOGOUT_REDIRECT_URI`, logoutUri], [`${prefix}OIDC_SCOPES`, scopes],
  ]
  const settings = (
    list: readonly Setting[], line = (name: string, value: string): string => `${name}=${quoted(value)}`
  ): string =>
    [title, ...notes, ...list.flatMap(([name, value]) => (value === undefined ? [] : [line(name, value)]))].join('\n')
  switch (format) {
    case 'env': return settings(oidc(''))
    case 'vite': return settings(oidc('VITE_').filter(([name]) => !name.includes('SECRET')))
    case 'next': return settings(oidc('NEXT_PUBLIC_').filter(([name]) => !name.includes('SECRET')))
    case 'auth-js': return settings([['AUTH_SSO_ISSUER', issuer], ['AUTH_SSO_ID', client.clientId], ['AUTH_SSO_SECRET', secret]])
    case 'oauth2-proxy': return settings([
      ['OAUTH2_PROXY_PROVIDER', 'oidc'], ['OAUTH2_PROXY_OIDC_ISSUER_URL', issuer], [
        'OAUTH2_PROXY_CLIENT_ID', client.clientId,
      ], ['OAUTH2_PROXY_CLIENT_SECRET', secret],
      ['OAUTH2_PROXY_REDIRECT_URL', redirectUri], ['OAUTH2_PROXY_SCOPE', scopes], ['OAUTH2_PROXY_CODE_CHALLENGE_METHOD', 'S256'],
    ])
    case 'express-openid-connect': return settings([
      ['ISSUER_BASE_URL', issuer], ['BASE_URL', URL.parse(redirectUri)?.origin ?? ''], ['CLIENT_ID', client.clientId],
      ['CLIENT_SECRET', secret],
    ])
    case 'mod-auth-openidc': return settings([
      [
        'OIDCProviderMetadataURL', `${issuer}/.well-known/openid-configuration`,
      ], ['OIDCClientID', client.clientId], ['OIDCClientSecret', secret], ['OIDCRedirectURI', redirectUri],
      ['OIDCScope', scopes], ['OIDCPKCEMethod', 'S256'],
    ], (name, value) => `${name} "${value.replace(/["\\]/g, '\\$&')}"`)
    case 'kubernetes': return [
      title, ...notes, 'apiVersion: v1', 'kind: Secret', 'metadata:', `  name: ${client.clientId}-oidc`, 'type: Opaque',
      'stringData:',
      ...oidc('').flatMap(([name, value]) => (value === undefined ? [] : [`  ${name}: ${JSON.stringify(value)}`])),
    ].join('\n')
    case 'json': return JSON.stringify(Object.fromEntries(oidc('').filter(([, value]) => value !== undefined)), null, 2)
    case 'openid-client': return [
      '// npm install openid-client', "import { discovery } from 'openid-client'",
      `const config = await discovery(new URL(${JSON.stringify(issuer)}), ${JSON.stringify(client.clientId)}${secret === undefined ? '' : ', process.env.OIDC_CLIENT_SECRET'})`,
    ].join('\n')
  }
}

/** A name is for a comment here: nothing in it may end the line or turn it around. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
}

/**
 * Plain words stay as they are, words with spaces go between double quotes. All else goes between single quotes, in
 * which a shell sees nothing special; a value with a single quote in it has no form that all readers share, so the
 * shell's counts.
 */
function quoted(value: string): string {
  if (/^[A-Za-z0-9_./:@%+=,-]*$/.test(value)) return value
  if (/^[A-Za-z0-9_./:@%+=, -]*$/.test(value)) return `"${value}"`
  return `'${value.replaceAll('\'', '\'\\\'\'')}'`
}
