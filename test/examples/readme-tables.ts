/**
 * The tables of the README that follow from the code or from a measurement: speed, variables, endpoints, errors, causes,
 * commands. Run as a program it writes them: node dist/test/examples/readme-tables.js
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { COMMANDS } from '../../lib/cli/commands.ts'
import { CONFIGURATION_SCHEMA } from '../../lib/config/schema/configuration-schema.ts'
import { DEPLOYMENT_SCHEMA } from '../../lib/config/schema/deployment-schema.ts'
import type { SettingSchema } from '../../lib/config/schema/setting-schema.ts'
import { ROUTES } from '../../lib/web/http/routes.ts'
import type { Route, RouteName } from '../../lib/web/request/route.ts'
import { ERRORS, REFERENCES } from '../../policies/errors.ts'
import { RATE_LIMITS } from '../../policies/rate-limits.ts'
import { type Row, replaceTables, table } from '../support/written-tables.ts'
import { speedNotes, speedRows } from './speed-table.ts'

/** What an endpoint is for, and who may call it. */
const PURPOSES: Readonly<
  Record<Exclude<RouteName, 'nowhere' | 'admin' | 'portal'>, readonly [purpose: string, caller: string]>
> = {
  discovery: ['discovery document (OpenID Connect, RFC 8414)', 'anybody'],
  jwks: ['public keys', 'anybody'],
  authorize: ['authorization request; a form POST is sent on to the same by GET', 'browser'],
  resume: ['goes on after sign-in or consent', 'browser'],
  token: ['code and refresh grant', 'client, or public client with PKCE'],
  userinfo: ['claims of the person', 'Bearer access token'],
  revocation: ['revokes a token or a family', 'client'],
  introspection: ['state of a token', 'confidential client'],
  logout: ['RP-initiated logout; with a Bearer token by POST: centralized logout', 'browser, or Bearer access token'],
  frontchannelLogout: ['page that signs out in the apps', 'Bearer access token, or ticket'],
  registerSession: ['registers the session for logout notifications', 'Bearer access token'],
  interaction: ['sign-in, second step, consent, choice of account, new password', 'browser'],
  errorReference: ['explains an `error_ref`', 'anybody'],
  assets: ['styles, script and icon of the pages', 'anybody'],
  live: ['the process answers', 'anybody'],
  ready: ['store, what the configuration puts into it, and signing key are there; 503 says what is missing', 'anybody'],
}

const TABLES: Readonly<Record<string, () => string>> = { speed, variables, endpoints, errors, causes, commands }

export function withTables(readme: string): string {
  return replaceTables(readme, 'test/examples/readme-tables.ts', TABLES)
}

function speed(): string {
  const head = ['operation', 'this service, µs', 'bare engine, µs', 'ratio', 'round trips to Redis']
  return `${table(head, speedRows())}\n\n${speedNotes()}`
}

function variables(): string {
  const settings: readonly SettingSchema[] = [
    ...Object.values(DEPLOYMENT_SCHEMA.properties),
    ...Object.values(CONFIGURATION_SCHEMA.properties),
  ]
  const rows = settings.flatMap(({ env, description, absent, default: standard }) =>
    env === undefined
      ? []
      : [
          [
            `\`${env}\``,
            description ?? '',
            env === 'BASE_URL' ? '`http://localhost:` and `PORT`' : (absent ?? `\`${String(standard)}\``),
          ],
        ],
  )
  return table(['variable', 'meaning', 'default'], rows)
}

function endpoints(): string {
  const rows = ROUTES.map((route): Row => {
    const [purpose, caller] = PURPOSES[route.name as keyof typeof PURPOSES]
    return [
      route.paths.map((path) => pathOf(route, path)).join(', '),
      route.methods.join(', '),
      purpose,
      caller,
      limitOf(route),
    ]
  })
  return table(['path', 'method', 'purpose', 'caller', 'a minute'], rows)
}

const pathOf = ({ match }: Route, path: string): string => `\`${path}${match === 'prefix' ? '…' : ''}\``
const limitOf = ({ rate }: Route): string =>
  rate === undefined ? '' : String((RATE_LIMITS[rate].limit * 60) / RATE_LIMITS[rate].windowSeconds)

function errors(): string {
  return table(
    ['error', 'status', 'sent as', 'meaning'],
    Object.entries(ERRORS).map(([code, { status, transport, meaning }]) => [
      `\`${code}\``,
      String(status),
      transport,
      meaning,
    ]),
  )
}

function causes(): string {
  return table(
    ['error_ref', 'of', 'what to do'],
    Object.entries(REFERENCES).map(([ref, { errors: codes, advice }]) => [
      `\`${ref}\``,
      codes.map((code) => `\`${code}\``).join(', '),
      advice,
    ]),
  )
}

function commands(): string {
  const rows = COMMANDS.map(({ name, usage = '', summary }): Row => [`\`${`${name} ${usage}`.trim()}\``, summary])
  return table(['command', 'what it does'], rows)
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  writeFileSync('README.md', withTables(readFileSync('README.md', 'utf8')))
}
