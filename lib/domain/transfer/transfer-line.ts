import { gateRedirectUri } from '../../../policies/gate.ts'
import { isRoleName } from '../../../policies/roles.ts'
import { checkDetails, checkEnds } from '../../config/checks/accounts.ts'
import { checkClients } from '../../config/checks/clients.ts'
import { readJson } from '../../config/data/json-text.ts'
import { isPlainObject, objectAt, type PlainObject, textAt } from '../../config/data/plain-data.ts'
import type { ConfigIssue } from '../../config/issues/config-error.ts'
import { applySchema } from '../../config/validate.ts'
import { LINE_MAX_LENGTH } from './bounded-lines.ts'
import { CLIENT_LINE, type ClientLine } from './client-line.ts'
import { type LineRefusal, refusedFor } from './import-outcome.ts'
import { USER_LINE, type UserLine } from './user-line.ts'

/** A parsed line. If it is `refused`, the reason contains no values from the line. */
export type TransferLine =
  | { readonly type: 'user'; readonly user: UserLine; readonly hash: unknown }
  | { readonly type: 'client'; readonly client: ClientLine }
  | ({ readonly type: 'refused' } & LineRefusal)

/** Escapes control characters and bidirectional formatting, so that the line is safe to display in a terminal. */
export function writeLine(line: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(line).replace(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

export function readLine(text: string): TransferLine {
  if (text.length > LINE_MAX_LENGTH) return refused('the line is longer than 1 MiB')
  const json = readJson(text)
  if (json.outcome === 'invalid') return refused(`not JSON: expected ${json.expected} at column ${json.column}`)
  if (!isPlainObject(json.value)) return refused('the line is no JSON object')
  const { type, ...fields } = json.value
  if (type === 'user') return userIn(fields)
  if (type === 'client') return clientIn(fields)
  return refused('type must be "user" or "client"')
}

function userIn({ password_hash: hash, ...fields }: PlainObject): TransferLine {
  if (Object.hasOwn(fields, 'password'))
    return refused(
      'password: passwords in clear are not taken; give password_hash, or leave it out and invite the user',
    )
  const issues = [...applySchema(USER_LINE, fields), ...checkDetails(fields, ''), ...checkEnds(fields, '')]
  if (issues.length > 0) return refused(wordsOf(issues))
  const user = fields as unknown as UserLine
  // A connector's users have the roles that the configuration names.
  if (user.origin === undefined && !user.roles.every(isRoleName))
    return refused('roles: expected lowercase letters, digits, and : . _ / -, 64 at most', 'role-unusable')
  return { type: 'user', user, hash }
}

function clientIn(given: PlainObject): TransferLine {
  const client = withGateAddress(given)
  if (Object.hasOwn(client, 'client_secret') && Object.hasOwn(client, 'client_secret_sha256'))
    return refused('client_secret: give it or client_secret_sha256, not both')
  const issues = applySchema(CLIENT_LINE, client)
  // The configuration's rules accept a secret or its hash. Unlike in the configuration, a secret may be added later.
  const { client_secret_sha256: hash, client_secret: secret = hash } = client
  const between = checkClients({ clients: [secret === undefined ? client : { ...client, client_secret: secret }] })
  const all = [...issues, ...between.filter(({ code }) => code !== 'E1004')]
  return all.length > 0 ? refused(wordsOf(all)) : { type: 'client', client: client as unknown as ClientLine }
}

/** Derives a gated app's redirect URI from its URL. */
function withGateAddress(client: PlainObject): PlainObject {
  const [url, id] = [textAt(objectAt(client, 'gate'), 'url'), textAt(client, 'client_id')]
  if (url === undefined || id === undefined || Object.hasOwn(client, 'redirect_uris')) return client
  return { ...client, redirect_uris: [gateRedirectUri(url, id)] }
}

const refused = (...why: Parameters<typeof refusedFor>): TransferLine => ({ type: 'refused', ...refusedFor(...why) })

/** Describes the issues without the values received, because reports are passed on to others. */
export function wordsOf(issues: readonly ConfigIssue[]): string {
  const words = issues.map(({ code, path, expected, hint }) => {
    const key = path.replace(/^clients\[0\]\./, '')
    if (code === 'E1002') return `${key}: unknown key${hint?.startsWith('did you mean') === true ? `, ${hint}` : ''}`
    return code === 'E1004' ? `${key} is missing: ${expected}` : `${key}: expected ${expected}`
  })
  return [...new Set(words)].join('; ')
}
