/** Requests without credentials that store as much data as possible. */
import { STATE_MAX_LENGTH } from '../../policies/authorization-parameters.ts'
import { NAVIGATION } from './browser.ts'
import type { Message } from './http.ts'
import type { RelyingParty } from './relying-party.ts'

/** Below Node's limit for request headers. */
const LONG = 12_000

/** Distinct parameter names that the caller chose. */
const names = (index: number): string =>
  Array.from({ length: 200 }, (_, each) => `${index}-${each}-${'n'.repeat(LONG / 200 - 12)}=`).join('&')

/** The longest accepted authorization request: quotation marks, which take two characters in JSON. */
export const longestRequest = (app: RelyingParty, index = 0): string =>
  app.request({
    state: `${index}`.padEnd(STATE_MAX_LENGTH, '"'),
    nonce: `${index}`.padEnd(STATE_MAX_LENGTH, '"'),
    login_hint: '"'.repeat(256),
    ui_locales: 'de '.repeat(170),
    acr_values: '1 '.repeat(256),
  }).address

export const WORST_KINDS = 11

/** Requests that caused the largest records, with as much input as fits. */
export function worstRequest(app: RelyingParty, index: number): readonly [address: string, message?: Message] {
  const kinds: readonly (readonly [string, Message?])[] = [
    [`/admin/?${names(index)}`, { headers: NAVIGATION }],
    [`/portal/security?${names(index)}`, { headers: NAVIGATION }],
    [`/interaction/${index}?${names(index)}`],
    [`/authorize/${index}?${names(index)}`],
    [`/errors/${index}?${names(index)}`],
    [`/authorize?client_id=${'c'.repeat(LONG)}${index}`],
    [app.request({ state: `${index}${'s'.repeat(1_000)}`, login_hint: 'h'.repeat(LONG) }).address],
    [app.request({ ui_locales: 'de '.repeat(LONG / 3) }).address],
    [app.request({ claims: 'x'.repeat(LONG) }).address],
    ['/token', { body: names(index), headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['/connect/logout', { body: { id_token_hint: 'x'.repeat(LONG), state: `${index}` } }],
  ]
  if (kinds.length !== WORST_KINDS) throw new Error(`there are ${kinds.length} kinds`)
  return kinds[index % WORST_KINDS] as (typeof kinds)[number]
}
