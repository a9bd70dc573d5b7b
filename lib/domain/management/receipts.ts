import { isFinalReceipt, RECEIPT_TYPE } from '../../../policies/offboarding.ts'
import type { Delivery } from '../../ports/deliveries.ts'
import type { Storage } from '../../ports/storage.ts'
import { writeHead } from '../audit/audit-verification.ts'
import { changeDocument } from '../documents.ts'
import { signJwt } from '../keys/jws.ts'
import type { KeyRing } from '../keys/key-ring.ts'
import type { ReceiptKeys } from '../keys/receipt-keys.ts'
import {
  changeOffboarding,
  type Offboarding,
  RECEIPTS,
  readOffboarding,
  readReceipt,
  type StoredReceipt,
} from './offboarding-record.ts'
import { type EndedList, type NotifiedApp, type ReceiptClaims, receiptClaims } from './receipt.ts'

/** `preliminary`: apps are still being notified. `unsigned`: only a running node can sign. */
export type ReceiptState =
  | { readonly state: 'final' | 'preliminary'; readonly jws: string }
  | { readonly state: 'in-progress' | 'unsigned' }

export type Receipts = ReturnType<typeof receiptsOf>

export interface ReceiptParts {
  readonly storage: Pick<Storage, 'documents' | 'deliveries'>
  readonly issuer: string
  readonly keys: ReceiptKeys
  /** The keys that sign tokens; undefined where they cannot sign. */
  readonly signing: Pick<KeyRing, 'current' | 'jwks'> | undefined
  readonly nameOf: (sub: string) => Promise<string | undefined>
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Longer lists would not fit into a JWS that `decodeJwt` accepts. The count is that of the whole list. */
const IDS_MAX = 100
const APPS_MAX = 150
/** Parts of which a receipt contains only the number. */
const COUNTED: readonly string[] = ['account', 'password', 'recovery_codes']

export function receiptsOf(parts: ReceiptParts) {
  const { documents, deliveries } = parts.storage
  const sign = async (sub: string, record: Offboarding, final: 'when-due' | 'now'): Promise<ReceiptState> => {
    const { ended } = record
    if (ended === undefined) return { state: 'in-progress' }
    const key = parts.signing?.current()
    const jwk = parts.signing?.jwks().find(({ kid }) => kid === key?.kid)
    if (key === undefined || jwk === undefined) return { state: 'unsigned' }
    const found = record.apps.map(async (app) =>
      notified(app, app.delivery === undefined ? undefined : await deliveries.find(app.delivery)),
    )
    const apps = await Promise.all(found)
    const pending = apps.filter(({ notification }) => notification === 'pending').length
    const isFinal = final === 'now' || isFinalReceipt(pending, ended.at, parts.now())
    const claims = claimsOf(parts, sub, { record, ended, apps, isFinal, by: await parts.nameOf(record.actor.name) })
    await parts.keys.keep(jwk)
    return { state: isFinal ? 'final' : 'preliminary', jws: await signJwt(key, RECEIPT_TYPE, claims) }
  }
  const receipt = async (sub: string, final: 'when-due' | 'now'): Promise<ReceiptState | undefined> => {
    const record = await readOffboarding(documents, sub)
    if (record === undefined) {
      const stored = await readReceipt(documents, sub)
      return stored && { state: 'final', jws: stored.jws }
    }
    const signed = await sign(sub, record, final)
    if (signed.state !== 'final') return signed
    // Of two nodes, one makes the final receipt.
    const { after } = await changeDocument<StoredReceipt>(documents, RECEIPTS, sub, (stored) =>
      stored?.id === record.id ? stored : { id: record.id, jws: signed.jws },
    )
    await changeOffboarding(documents, sub, (current) => (current.id === record.id ? undefined : current))
    return { state: 'final', jws: after?.jws ?? signed.jws }
  }
  return {
    /** When and by whom the user was offboarded last; reads without signing. */
    async about(sub: string): Promise<{ readonly at: number; readonly by: string } | undefined> {
      const record = await readOffboarding(documents, sub)
      if (record !== undefined) return { at: record.ended?.at ?? record.startedAt, by: record.actor.name }
      const stored = await readReceipt(documents, sub)
      const claims = stored && receiptClaims(stored.jws)
      return claims && { at: Date.parse(claims.offboarded_at), by: claims.offboarded_by }
    },
    /** The user's newest receipt, made final if it is due. Undefined if the user was never offboarded. */
    read: (sub: string) => receipt(sub, 'when-due'),
    /** Makes the receipt final, although apps are still being notified. */
    finish: (sub: string) => receipt(sub, 'now'),
  }
}

function notified(
  { clientId, sid, delivery: id }: Offboarding['apps'][number],
  found: Delivery | undefined,
): NotifiedApp {
  const base = { client_id: clientId, sid }
  if (id === undefined) return { ...base, notification: 'none' }
  const { state, lastStatus, lastError, lastAt } = found ?? {}
  const notification = state === 'delivered' ? state : state === 'failed' || state === 'dropped' ? 'failed' : 'pending'
  return {
    ...base,
    notification,
    ...(lastStatus === undefined ? {} : { status: lastStatus }),
    ...(lastError === undefined ? {} : { error: lastError }),
    ...(lastAt === undefined ? {} : { at: new Date(lastAt).toISOString() }),
  }
}

interface Facts {
  readonly record: Offboarding
  readonly ended: NonNullable<Offboarding['ended']>
  readonly apps: readonly NotifiedApp[]
  readonly isFinal: boolean
  readonly by: string | undefined
}

function claimsOf(
  { issuer, now }: ReceiptParts,
  sub: string,
  { record, ended, apps, isFinal, by }: Facts,
): ReceiptClaims {
  const outside = new Set<string>(ended.notEnded.map(({ what }) => what))
  const parts = Object.entries(record.held).filter(([part, ids]) => ids.length > 0 && !outside.has(part))
  const listOf = (part: string, ids: readonly string[]): EndedList =>
    COUNTED.includes(part) ? { count: ids.length } : { count: ids.length, ids: ids.slice(0, IDS_MAX) }
  return {
    iss: issuer,
    jti: record.id,
    iat: Math.floor(now() / 1000),
    sub,
    username: record.username,
    offboarded_at: new Date(ended.at).toISOString(),
    offboarded_by: record.actor.name,
    ...(by === undefined ? {} : { offboarded_by_username: by }),
    final: isFinal,
    ended: {
      tokens: 'all',
      email_links: 'all',
      ...Object.fromEntries(parts.map(([part, ids]) => [part, listOf(part, ids)])),
    },
    not_ended: ended.notEnded,
    apps: apps.slice(0, APPS_MAX),
    audit: { first: record.auditBefore + 1, last: ended.head.seq, head: writeHead(ended.head) },
  }
}
