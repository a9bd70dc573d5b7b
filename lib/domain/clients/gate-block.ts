/**
 * What the reverse proxy of a gated app needs, ready to be pasted. The headers that the gate sets are taken from the browser first, in
 * every spelling that some server reads as the same, and the cookie of the gate never reaches the app.
 */
import { GATE_PATH } from '../../../policies/gate.ts'
import { IDENTITY_FACTS, type IdentityFact } from '../../../policies/identity-headers.ts'
import type { GatedClient } from './gate.ts'

export const GATE_FORMATS = ['nginx', 'caddy'] as const
export type GateFormat = (typeof GATE_FORMATS)[number]

/** As their own projects write them, so they are the same in every language. */
export const GATE_FORMAT_LABELS: Readonly<Record<GateFormat, string>> = { nginx: 'nginx', caddy: 'Caddy' }

export interface GateBlock {
  readonly client: Pick<GatedClient, 'clientId' | 'gate'>
  /** Address of the service; of it only the path is used. */
  readonly issuer: string
  /** Names of the headers. */
  readonly headers: Readonly<Record<IdentityFact, string>>
}

/** The service itself, and not its public address: a balancer in front would send the request back here. */
const SERVICE = '127.0.0.1:3000'
const APP = '127.0.0.1:8080'

export function gateBlock(block: GateBlock, format: GateFormat): string {
  return (format === 'nginx' ? nginx(block) : caddy(block)).join('\n')
}

const gateOf = (issuer: string): string => `${new URL(issuer).pathname.replace(/\/$/, '')}/gate`

/** As a pattern: over https its name has a prefix. */
const cookieOf = ({ clientId }: GateBlock['client']): string => `(?:__Host-)?sso_gate_${clientId}`

function nginx({ client, issuer, headers }: GateBlock): readonly string[] {
  const { clientId, gate } = client
  const { host, pathname } = new URL(gate.url)
  const variable = (fact: IdentityFact): string => `$portico_${fact}`
  const upstream = (fact: IdentityFact): string => `$upstream_http_${headers[fact].toLowerCase().replaceAll('-', '_')}`
  return [
    `# ${gate.url}, gated. nginx itself drops headers with an underscore (underscores_in_headers off).`,
    ...withoutCookie('$http_cookie', '$portico_cookies', client),
    // A neighbour may have planted a second one.
    ...withoutCookie('$portico_cookies', '$portico_cookie', client),
    '',
    `upstream portico { server ${SERVICE}; }`,
    `upstream app { server ${APP}; }`,
    '',
    `# in the server of ${host}`,
    `location ${GATE_PATH}/ {`,
    '    proxy_pass http://portico;',
    '    proxy_set_header Host $http_host;',
    '    proxy_set_header X-Forwarded-For $remote_addr;',
    '    proxy_set_header X-Forwarded-Proto $scheme;',
    '    proxy_set_header X-Original-URL $scheme://$http_host$request_uri;',
    '}',
    `location = ${GATE_PATH}-gate {`,
    '    internal;',
    `    proxy_pass http://portico${gateOf(issuer)}?app=${clientId};`,
    '    proxy_pass_request_body off;',
    '    proxy_set_header Content-Length "";',
    '    proxy_set_header X-Original-URL $scheme://$http_host$request_uri;',
    '}',
    `location ${pathname} {`,
    `    auth_request ${GATE_PATH}-gate;`,
    ...IDENTITY_FACTS.map((fact) => `    auth_request_set ${variable(fact)} ${upstream(fact)};`),
    `    error_page 401 403 = ${GATE_PATH}/${clientId}/refusal;`,
    ...IDENTITY_FACTS.map((fact) => `    proxy_set_header ${headers[fact]} ${variable(fact)};`),
    '    proxy_set_header Cookie $portico_cookie;',
    '    proxy_set_header Host $http_host;',
    '    proxy_pass http://app;',
    '}',
  ]
}

function withoutCookie(from: string, to: string, client: GateBlock['client']): readonly string[] {
  const [before, after] = [`${to.slice(1)}_before`, `${to.slice(1)}_after`]
  return [
    `map ${from} ${to} {`,
    `    default ${from};`,
    `    "~^(?<${before}>(?:.*; *)?)${cookieOf(client)}=[^;]*(?:; *|$)(?<${after}>.*)$" "$${before}$${after}";`,
    '}',
  ]
}

function caddy({ client, issuer, headers }: GateBlock): readonly string[] {
  const { clientId, gate } = client
  const { origin, pathname } = new URL(gate.url)
  const names = IDENTITY_FACTS.map((fact) => headers[fact])
  const path = pathname === '/' ? '' : ` ${pathname.replace(/\/$/, '')}*`
  return [
    `${origin} {`,
    `\thandle ${GATE_PATH}/* {`,
    `\t\treverse_proxy ${SERVICE}`,
    '\t}',
    `\thandle${path} {`,
    '\t\troute {',
    ...['X-Original-URL', ...names.flatMap(spellings)].map((name) => `\t\t\trequest_header -${name}`),
    `\t\t\tforward_auth ${SERVICE} {`,
    `\t\t\t\turi ${gateOf(issuer)}?app=${clientId}`,
    `\t\t\t\tcopy_headers ${names.join(' ')}`,
    '\t\t\t}',
    // Of a header that the gate has not set Caddy makes an empty one, or one with the name of a placeholder.
    ...IDENTITY_FACTS.flatMap((fact) => [
      `\t\t\t@no_${fact} header_regexp ${headers[fact]} ^$|^.http.reverse_proxy.header`,
      `\t\t\trequest_header @no_${fact} -${headers[fact]}`,
    ]),
    `\t\t\treverse_proxy ${APP} {`,
    `\t\t\t\theader_up Cookie "(^|; *)${cookieOf(client)}=[^;]*" "$1"`,
    '\t\t\t}',
    '\t\t}',
    '\t}',
    '}',
  ]
}

/** A header as CGI, WSGI and others read it: a hyphen and an underscore are the same to them. */
export function spellings(name: string): readonly string[] {
  const [first = '', ...rest] = name.split('-')
  return rest.reduce<readonly string[]>(
    (known, part) => known.flatMap((start) => [`${start}-${part}`, `${start}_${part}`]),
    [first],
  )
}
