import { readFileSync } from 'node:fs'
import { NotText, textIn } from '../../config/data/file-text.ts'
import { isPlainObject, jsonIn } from '../../config/data/plain-data.ts'
import { type ReceiptClaims, type VerifyingKey, verifyReceipt } from '../../domain/management/receipt.ts'
import type { ReceiptState } from '../../domain/management/receipts.ts'
import { type Command, type ExitCode, json, Refused, UsageError } from '../terminal/command.ts'
import { findAccount } from './account-output.ts'
import { command } from './command.ts'
import { keyRing } from './keys.ts'
import { type OpenStore, withStore } from './store.ts'

/** Offboarding, with the keys that sign. With an external signer, only a running node signs. */
export async function offboardingOf(store: OpenStore) {
  if ((await store.storage.documents.read('keys', 'signing')) === undefined) return store.offboarding()
  const keys = keyRing(store)
  await keys.refresh()
  return store.offboarding(keys)
}

const counted = (list: ReceiptClaims['ended'][string]): string =>
  list === 'all' ? 'all' : [String(list.count), ...(list.ids ?? [])].join(' ')

/** The receipt as text, one fact per line. */
export function linesOf(claims: ReceiptClaims): readonly string[] {
  const { ended, not_ended: outside, apps, audit, offboarded_by: by, offboarded_by_username: name } = claims
  return [
    `${claims.username} (${claims.sub}) at ${claims.iss}`,
    `offboarded ${claims.offboarded_at} by ${name === undefined ? by : `${name} (${by})`}`,
    ...Object.entries(ended).map(([part, list]) => `ended: ${part} ${counted(list)}`),
    ...outside.map(({ what, why }) => `not ended: ${what} (${why})`),
    ...apps.map(({ client_id: id, notification, status, error }) =>
      ['app:', id, notification, status, error].filter((word) => word !== undefined).join(' '),
    ),
    `audit log: entries ${audit.first} to ${audit.last}, head ${audit.head}`,
    ...(claims.final ? [] : ['not final: apps are still being notified; get the receipt again later']),
  ]
}

/** The receipt. @throws Refused if there is none */
export function signedIn(state: ReceiptState | undefined) {
  if (state === undefined) throw new Refused('this user has not been offboarded')
  if (!('jws' in state)) throw new Refused(NOT_SIGNED[state.state])
  return state
}

const NOT_SIGNED = {
  'in-progress': 'the user is being offboarded; a running node completes it',
  unsigned: 'the user is offboarded, but only a running node can sign the receipt; get it in the panel',
}

const get = command('receipt get', (args, terminal) => {
  const username = args.only('username, email address, or subject')
  return withStore(terminal, async (store) => {
    const sub = (await findAccount(store, username))?.sub ?? username
    const { jws } = signedIn(await (await offboardingOf(store)).receipts.read(sub))
    terminal.out(args.flag('json') ? json({ receipt: jws }) : jws)
    return 0
  })
})

const keys = command('receipt keys', (_args, terminal) =>
  withStore(terminal, async (store) => {
    terminal.out(json({ keys: await store.offboarding().receiptKeys.list() }))
    return 0
  }),
)

const verify = command('receipt verify', async (args, terminal) => {
  const receipt = textOf(args.only('file')).replace(/\r?\n$/, '')
  const path = args.text('jwks')
  const checked = (known: readonly VerifyingKey[]): ExitCode => {
    const verdict = verifyReceipt(receipt, known)
    if (!('claims' in verdict)) throw new Refused(INVALID[verdict.outcome])
    const { outcome, kid, claims } = verdict
    terminal.out(args.flag('json') ? json(claims) : linesOf(claims).join('\n'))
    const warning = `key ${kid} was withdrawn as compromised: an attacker can have signed this receipt`
    terminal.err(outcome === 'valid' ? `valid: signed with key ${kid}` : warning)
    return outcome === 'valid' ? 0 : 1
  }
  if (path !== undefined) return checked(keysIn(textOf(path), path))
  return withStore(terminal, async (store) => checked(await store.offboarding().receiptKeys.list()))
})

const INVALID = {
  'no-receipt': 'invalid: this is not a receipt',
  'unknown-key': 'invalid: signed with an unknown key; get the current list with: receipt keys',
  altered: 'invalid: the receipt was altered, or not signed by this service',
}

/** @throws UsageError */
function textOf(path: string): string {
  try {
    return textIn(readFileSync(path))
  } catch (error) {
    throw new UsageError(error instanceof NotText ? `${path}: ${error.message}` : `${path} is not a readable file`)
  }
}

/** @throws UsageError */
function keysIn(text: string, path: string): readonly VerifyingKey[] {
  const parsed = jsonIn(text)
  const list: unknown = isPlainObject(parsed) ? parsed.keys : undefined
  const isKey = (one: unknown): one is VerifyingKey =>
    isPlainObject(one) && one.crv === 'P-256' && [one.kid, one.x, one.y].every((part) => typeof part === 'string')
  if (!Array.isArray(list) || !list.every(isKey)) throw new UsageError(`${path} is not a JWKS of P-256 keys`)
  return list
}

export const RECEIPT_COMMANDS: readonly Command[] = [get, keys, verify]
