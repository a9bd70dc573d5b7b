/** Configuration for a gated app's reverse proxy. The proxy removes Portico's cookies and any spoofed gate headers. */
import { readFileSync } from 'node:fs'
import { GATE_PATH, SERVICE_COOKIE } from '../../../policies/gate.ts'
import { IDENTITY_FACTS, type IdentityFact, OTHER_NAME_CHARACTERS } from '../../../policies/identity-headers.ts'
import type { GatedClient } from './gate.ts'

export const GATE_FORMATS = ['nginx', 'caddy'] as const
export type GateFormat = (typeof GATE_FORMATS)[number]

/** Names as the projects themselves spell them. They are never translated. */
export const GATE_FORMAT_LABELS: Readonly<Record<GateFormat, string>> = { nginx: 'nginx', caddy: 'Caddy' }

export interface GateBlock {
  readonly client: Pick<GatedClient, 'clientId' | 'gate'>
  /** Portico's URL, of which only the path is used. */
  readonly issuer: string
  readonly headers: Readonly<Record<IdentityFact, string>>
}

/** Portico's own address, because a load balancer at the public URL could send the request back to this proxy. */
const SERVICE = '127.0.0.1:3000'
const APP = '127.0.0.1:8080'

/** Groups of app cookies that the nginx pattern keeps. More exist only if an attacker has planted Portico cookies. */
const RUNS = Array.from({ length: 8 }, (_, run) => `portico_${run}`)
/** nginx replaces only once, so one pattern must match all cookies. Possessive quantifiers keep matching linear. */
const COOKIES = `~*(?(DEFINE)(?<portico_own>${SERVICE_COOKIE}[^;]*+;?\\s*+)(?<portico_kept>(?!(?&portico_own))(?:[^;]++;?|;)\\s*+))^${RUNS.map(
  (run) => `(?<${run}>(?&portico_kept)*+)(?&portico_own)*+`,
).join('')}$`

/** Fills in a template. Lines about a user fact are repeated for each fact, `{character}` lines for each character. */
export function gateBlock({ client, issuer, headers }: GateBlock, format: GateFormat): string {
  const { origin, host, pathname } = new URL(client.gate.url)
  const facts = IDENTITY_FACTS.map((fact) => {
    const variable = headers[fact].toLowerCase().replaceAll('-', '_')
    return { fact, header: headers[fact], variable, VARIABLE: variable.toUpperCase() }
  })
  const values = {
    app_url: client.gate.url,
    ...{ origin, host, path: pathname, client_id: client.clientId },
    // Caddy needs no matcher for an app at the root, because without one, every path matches.
    below: pathname === '/' ? '' : ` ${pathname.replace(/\/$/, '')}*`,
    gate: `${new URL(issuer).pathname.replace(/\/$/, '')}/gate`,
    ...{ gate_path: GATE_PATH, service: SERVICE, app: APP, service_cookie: SERVICE_COOKIE },
    cookies: COOKIES,
    app_cookies: RUNS.map((run) => `$${run}`).join(''),
    headers: facts.map(({ header }) => header).join(' '),
  }
  const characters = [...OTHER_NAME_CHARACTERS].map((character) => ({ character }))
  const template = readFileSync(new URL(`./gate-templates/${format}.tmpl`, import.meta.url), 'utf8')
  const lines = template.trimEnd().split('\n')
  const text = lines.flatMap((line, at) => {
    if (line.includes('{character}')) return characters.map((character) => filled(line, character))
    if (!isOfFact(line)) return [line]
    // Consecutive lines about a fact are repeated together.
    if (isOfFact(lines[at - 1])) return []
    const end = lines.findIndex((other, index) => index > at && !isOfFact(other))
    return facts.flatMap((fact) => lines.slice(at, end).map((one) => filled(one, fact)))
  })
  return filled(text.join('\n'), values)
}

const isOfFact = (line = ''): boolean => line.includes('{fact}') || line.includes('{header}')

const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
