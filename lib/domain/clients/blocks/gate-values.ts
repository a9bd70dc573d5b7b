/** The values of the templates for a gated app's reverse proxy. */
import { GATE_PATH, SERVICE_COOKIE } from '../../../../policies/gate.ts'
import { IDENTITY_FACTS, type IdentityFact, OTHER_NAME_CHARACTERS } from '../../../../policies/identity-headers.ts'
import type { GatedClient } from '../gate.ts'
import type { Values } from './render.ts'

export interface GateBlock {
  readonly client: Pick<GatedClient, 'clientId' | 'gate'>
  /** Portico's URL, of which only the path is used. */
  readonly issuer: string
  readonly headers: Readonly<Record<IdentityFact, string>>
  /** Host and port of Portico itself, because the public URL could lead back to this proxy. */
  readonly service: string
  /** Origin of the app, as the proxy reaches it. Not stored, because only the proxy connects to it. */
  readonly upstream?: string | undefined
  /** ID of the known app; by default, the client ID. */
  readonly app?: string | undefined
}

export const DEFAULT_UPSTREAM = 'http://127.0.0.1:8080'

/** Other headers from which apps read an IP address, a URL, or a user. */
const OTHER = ['Forwarded', 'Proxy', 'True-Client-IP', 'X-Client-IP', 'X-Original-URL', 'X-Rewrite-URL'] as const
/** Those besides X-Forwarded-For, -Host and -Proto, for a proxy that cannot remove them all by their beginning. */
const DROPPED = [
  ...OTHER,
  ...['Port', 'Prefix', 'Server', 'Ssl', 'Uri', 'User', 'Email', 'Groups', 'Preferred-Username'].map(
    (name) => `X-Forwarded-${name}`,
  ),
]

/** Groups of app cookies that the nginx pattern keeps. More exist only if an attacker has planted Portico cookies. */
const RUNS = Array.from({ length: 8 }, (_, run) => `portico_${run}`)
/** nginx replaces only once, so one pattern must match all cookies. Possessive quantifiers keep matching linear. */
const COOKIES = `~*(?(DEFINE)(?<portico_own>${SERVICE_COOKIE}[^;]*+;?\\s*+)(?<portico_kept>(?!(?&portico_own))(?:[^;]++;?|;)\\s*+))^${RUNS.map(
  (run) => `(?<${run}>(?&portico_kept)*+)(?&portico_own)*+`,
).join('')}$`

const variable = (header: string): string => header.toLowerCase().replaceAll('-', '_')

/** Values of the lines that are repeated. */
export const rowsOf = ({ headers }: Pick<GateBlock, 'headers'>): Readonly<Record<string, readonly Values[]>> => ({
  character: [...OTHER_NAME_CHARACTERS].map((character) => ({ character })),
  other: OTHER.map((other) => ({ other })),
  dropped: DROPPED.map((dropped) => ({ dropped, DROPPED: variable(dropped).toUpperCase() })),
  header: IDENTITY_FACTS.map((fact) => {
    const header = headers[fact]
    return { fact, header, variable: variable(header), VARIABLE: variable(header).toUpperCase() }
  }),
})

export function gateValues({ client, issuer, headers, service, upstream = DEFAULT_UPSTREAM }: GateBlock): Values {
  const { origin, hostname, port, pathname, protocol } = new URL(client.gate.url)
  const tls = protocol === 'https:' ? 'yes' : undefined
  const app = new URL(upstream)
  const appTls = app.protocol === 'https:'
  const at = port || (tls ? '443' : '80')
  const only = (value: string): string | undefined => (appTls ? value : undefined)
  return {
    app_url: client.gate.url,
    ...{ origin, hostname, path: pathname, client_id: client.clientId, scheme: protocol, service },
    scheme_name: protocol.slice(0, -1),
    tls_host: tls && hostname,
    tls_key: tls && 'tls',
    listen: tls ? `${at} ssl` : `127.0.0.1:${at}`,
    loopback: tls ? undefined : '127.0.0.1',
    bind: tls ? `:${at} ssl crt ${hostname}.pem alpn http/1.1` : `127.0.0.1:${at}`,
    // Caddy needs no matcher for an app at the root, because without one, every path matches.
    below: pathname === '/' ? '' : ` ${pathname.replace(/\/$/, '')}*`,
    gate: `${new URL(issuer).pathname.replace(/\/$/, '')}/gate`,
    ...{ gate_path: GATE_PATH, service_cookie: SERVICE_COOKIE, app: app.origin },
    app_server: `${app.hostname}:${app.port || (appTls ? '443' : '80')}${
      appTls ? ` ssl verify required ca-file @system-ca sni str(${app.hostname})` : ''
    }`,
    tls_app: only(app.hostname),
    tls_on: only('on'),
    tls_roots: only('/etc/ssl/certs/ca-certificates.crt'),
    cookies: COOKIES,
    app_cookies: RUNS.map((run) => `$${run}`).join(''),
    headers: IDENTITY_FACTS.map((fact) => headers[fact]).join(' '),
    names: IDENTITY_FACTS.map((fact) => headers[fact]).join(),
    others: [...OTHER, 'X-Real-IP'].join(),
    // Names that an app could read as these. Traefik sets X-Forwarded-For and X-Real-Ip itself.
    pattern: [
      ...[...IDENTITY_FACTS.map((fact) => headers[fact]), ...DROPPED].map((name) =>
        name.toLowerCase().replaceAll('-', '[^a-z0-9]'),
      ),
      'x[^a-z0-9](forwarded|real)[^a-z0-9-].*',
      'x[^a-z0-9-](forwarded|real).*',
    ].join('|'),
  }
}
