/**
 * What the reverse proxy of a gated app needs, ready to be pasted. No header that an app could read as one of the gate's passes, and no
 * cookie of the service.
 */
import { GATE_PATH, SERVICE_COOKIE } from '../../../policies/gate.ts'
import { IDENTITY_FACTS, type IdentityFact, OTHER_NAME_CHARACTERS } from '../../../policies/identity-headers.ts'
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

function nginx({ client, issuer, headers }: GateBlock): readonly string[] {
  const { clientId, gate } = client
  const { host, pathname } = new URL(gate.url)
  const variable = (fact: IdentityFact): string => `$portico_${fact}`
  const underscored = (fact: IdentityFact): string => headers[fact].toLowerCase().replaceAll('-', '_')
  return [
    `# ${gate.url}, gated. To apps a dot or an underscore in a name is a hyphen: nginx drops such headers.`,
    'ignore_invalid_headers on;',
    'underscores_in_headers off;',
    ...APP_COOKIES,
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
    ...IDENTITY_FACTS.map((fact) => `    auth_request_set ${variable(fact)} $upstream_http_${underscored(fact)};`),
    `    error_page 401 403 = ${GATE_PATH}/${clientId}/refusal;`,
    ...IDENTITY_FACTS.map((fact) => `    proxy_set_header ${headers[fact]} ${variable(fact)};`),
    '    proxy_set_header Cookie $portico_cookie;',
    '    proxy_set_header Host $http_host;',
    '    proxy_pass http://app;',
    '    # An app over FastCGI needs these in place of proxy_set_header, and fastcgi_pass in place of proxy_pass:',
    ...IDENTITY_FACTS.map((fact) => `    # fastcgi_param HTTP_${underscored(fact).toUpperCase()} ${variable(fact)};`),
    '    # fastcgi_param HTTP_COOKIE $portico_cookie;',
    '}',
  ]
}

/** Runs of the app's cookies that a pattern of nginx can keep. A browser that sends more, mixed with ours, has planted ones. */
const RUNS = 8
/** nginx replaces a text once, so one pattern has to find all. Possessive: it takes linear time. */
const APP_COOKIES = [
  'map $http_cookie $portico_cookie {',
  '    default "";',
  `    "~*(?(DEFINE)(?<portico_own>${SERVICE_COOKIE}[^;]*+;?\\s*+)(?<portico_kept>(?!(?&portico_own))(?:[^;]++;?|;)\\s*+))^${Array.from(
    { length: RUNS },
    (_, run) => `(?<portico_${run}>(?&portico_kept)*+)(?&portico_own)*+`,
  ).join('')}$" "${Array.from({ length: RUNS }, (_, run) => `$portico_${run}`).join('')}";`,
  '}',
]

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
    '\t\t\t# To apps a dot or an underscore in a name is a hyphen: names have letters, digits and hyphens alone.',
    ...[...OTHER_NAME_CHARACTERS].map((character) => `\t\t\trequest_header "-*${character}*"`),
    ...['X-Original-URL', ...names].map((name) => `\t\t\trequest_header -${name}`),
    '\t\t\t# What Connection names would be taken away after the gate: it keeps the upgrade to a WebSocket alone.',
    '\t\t\t@upgrade header_regexp Connection (?i)(^|[\\s,])upgrade([\\s,]|$)',
    '\t\t\trequest_header @upgrade Connection Upgrade',
    '\t\t\t@no_upgrade not header Connection Upgrade',
    '\t\t\trequest_header @no_upgrade -Connection',
    `\t\t\tforward_auth ${SERVICE} {`,
    `\t\t\t\turi ${gateOf(issuer)}?app=${clientId}`,
    `\t\t\t\tcopy_headers ${names.join(' ')}`,
    '\t\t\t}',
    // A header that the gate has not set is empty; Caddy would make a placeholder's name of it.
    ...IDENTITY_FACTS.flatMap((fact) => [
      `\t\t\t@no_${fact} header_regexp ${headers[fact]} ^$|^.http.reverse_proxy.header`,
      `\t\t\trequest_header @no_${fact} ${headers[fact]} ""`,
    ]),
    `\t\t\treverse_proxy ${APP} {`,
    `\t\t\t\theader_up Cookie "(?i)(^|;\\s*)${SERVICE_COOKIE}[^;]*" "$1"`,
    '\t\t\t}',
    '\t\t}',
    '\t}',
    '}',
  ]
}
