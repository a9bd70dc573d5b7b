/**
 * What the reverse proxy of a gated app needs, ready to be pasted. The headers that the gate sets are taken from the browser first, in
 * every spelling that some server reads as the same, and the cookie of the gate never reaches the app.
 */
import { GATE_PATH } from '../../../policies/gate.ts'
import { IDENTITY_FACTS, type IdentityFact } from '../../../policies/identity-headers.ts'
import type { Client } from './client-record.ts'

export const GATE_FORMATS = ['nginx', 'caddy'] as const
export type GateFormat = (typeof GATE_FORMATS)[number]

/** As their own projects write them, so they are the same in every language. */
export const GATE_FORMAT_LABELS: Readonly<Record<GateFormat, string>> = { nginx: 'nginx', caddy: 'Caddy' }

export interface GateBlock {
  readonly client: Pick<Client, 'clientId'> & Required<Pick<Client, 'gate'>>
  /** Names of the headers. */
  readonly headers: Readonly<Record<IdentityFact, string>>
}

export const isGated = <C extends Pick<Client, 'gate'>>(client: C): client is C & Required<Pick<Client, 'gate'>> =>
  client.gate !== undefined

/** The service itself, and not its public address: a balancer in front would send the request back here. */
const SERVICE = '127.0.0.1:3000'
const APP = '127.0.0.1:8080'

export function gateBlock(block: GateBlock, format: GateFormat): string {
  return (format === 'nginx' ? nginx(block) : caddy(block)).join('\n')
}

const cookieOf = ({ clientId, gate }: GateBlock['client']): string =>
  `${gate.url.startsWith('https:') ? '__Host-' : ''}sso_gate_${clientId}`

function nginx({ client, headers }: GateBlock): readonly string[] {
  const { clientId, gate } = client
  const { host, pathname } = new URL(gate.url)
  const variable = (fact: IdentityFact): string => `$portico_${fact}`
  const upstream = (fact: IdentityFact): string => `$upstream_http_${headers[fact].toLowerCase().replaceAll('-', '_')}`
  return [
    `# ${gate.url}, gated. nginx itself drops headers with an underscore (underscores_in_headers off).`,
    'map $http_cookie $portico_cookie {',
    '    default $http_cookie;',
    `    "~^(?<portico_before>(?:.*; *)?)${cookieOf(client)}=[^;]*(?:; *|$)(?<portico_after>.*)$" "$portico_before$portico_after";`,
    '}',
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
    `    proxy_pass http://portico/gate?app=${clientId};`,
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

function caddy({ client, headers }: GateBlock): readonly string[] {
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
    `\t\t\t\turi /gate?app=${clientId}`,
    `\t\t\t\tcopy_headers ${names.join(' ')}`,
    '\t\t\t}',
    `\t\t\treverse_proxy ${APP} {`,
    `\t\t\t\theader_up Cookie "(^|; *)${cookieOf(client)}=[^;]*" ""`,
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
