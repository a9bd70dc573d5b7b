import { isFinalReceipt, RECEIPT_TYPE } from '../../../policies/offboarding.ts'
import { defined } from '../../config/data/defined.ts'
import { displayUsername } from '../accounts/display-name.ts'
import { writeHead } from '../audit/audit-verification.ts'
import { changeDocument } from '../documents.ts'
import { decodeJwt, signJwt } from '../keys/jws.ts'
import { endedOf, findSubject } from './offboarding-held.ts'
import {
  changeOffboarding,
  type EndedApp,
  type Offboarding,
  type OffboardingParts,
  RECEIPTS,
  readOffboarding,
  readReceipt,
  type StoredReceipt,
} from './offboarding-record.ts'
import type { NotifiedApp, ReceiptClaims } from './receipt.ts'

/** `preliminary`: apps are still being notified. `unsigned`: only a running node can sign. */
export type ReceiptState =
  | { readonly state: 'final' | 'preliminary'; readonly jws: string; readonly claims: ReceiptClaims }
  | { readonly state: 'in-progress' | 'unsigned' }

export type Receipts = ReturnType<typeof receiptsOf>

export function receiptsOf(parts: OffboardingParts) {
  const { storage, signing, keys } = parts
  const { documents } = storage
  const sign = async (sub: string, record: Offboarding, as?: 'final'): Promise<ReceiptState> => {
    if (record.ended === undefined) return { state: 'in-progress' }
    const key = signing?.current()
    const jwk = signing?.jwks().find(({ kid }) => kid === key?.kid)
    if (key === undefined || jwk === undefined) return { state: 'unsigned' }
    const claims = await claimsOf(parts, sub, record, record.ended, as)
    await keys.keep(jwk)
    return { state: claims.final ? 'final' : 'preliminary', jws: await signJwt(key, RECEIPT_TYPE, claims), claims }
  }
  return {
    /** Time and administrator of the last offboarding; reads without signing. */
    async about(sub: string): Promise<{ readonly at: number; readonly by: string } | undefined> {
      const record = await readOffboarding(documents, sub)
      if (record !== undefined) return { at: record.ended?.at ?? record.startedAt, by: record.actor.name }
      const stored = await readReceipt(documents, sub)
      const claims = stored && finalReceipt(stored).claims
      return claims && { at: Date.parse(claims.offboarded_at), by: claims.offboarded_by }
    },
    /**
     * The user's newest receipt, made final if it is due. Undefined if the user was never offboarded.
     * @param as `final`: makes it final, although apps are still being notified
     */
    async read(sub: string, as?: 'final'): Promise<ReceiptState | undefined> {
      const record = await readOffboarding(documents, sub)
      if (record === undefined) {
        const stored = await readReceipt(documents, sub)
        return stored && finalReceipt(stored)
      }
      const signed = await sign(sub, record, as)
      if (signed.state !== 'final') return signed
      const made = { id: record.id, jws: signed.jws }
      // Of two nodes, one makes the final receipt.
      const { after = made } = await changeDocument<StoredReceipt>(documents, RECEIPTS, sub, (stored) =>
        stored?.id === record.id ? stored : made,
      )
      await changeOffboarding(documents, sub, (current) => (current.id === record.id ? undefined : current))
      return finalReceipt(after)
    },
  }
}

const finalReceipt = ({ jws }: StoredReceipt) => ({
  state: 'final' as const,
  jws,
  claims: decodeJwt(jws)?.claims as unknown as ReceiptClaims,
})

/** More would not fit into a JWS that `decodeJwt` accepts. */
const APPS_MAX = 150

async function claimsOf(
  parts: OffboardingParts,
  sub: string,
  { id, username, actor, auditBefore, held, apps }: Offboarding,
  { at, head, notEnded }: NonNullable<Offboarding['ended']>,
  as: 'final' | undefined,
): Promise<ReceiptClaims> {
  const notified = await Promise.all(Object.values(apps).map((app) => responseOf(parts, app)))
  const pending = notified.filter(({ notification }) => notification === 'pending').length
  const by = await findSubject(parts, actor.name)
  return {
    iss: parts.issuer,
    jti: id,
    iat: Math.floor(parts.now() / 1000),
    sub,
    username,
    offboarded_at: new Date(at).toISOString(),
    offboarded_by: actor.name,
    ...defined({ offboarded_by_username: by && displayUsername(by.user) }),
    final: as === 'final' || isFinalReceipt(pending, at, parts.now()),
    ended: endedOf(held, notEnded),
    not_ended: notEnded,
    apps: notified.slice(0, APPS_MAX),
    audit: { first: auditBefore + 1, last: head.seq, head: writeHead(head) },
  }
}

async function responseOf({ storage }: OffboardingParts, { clientId, sid, delivery }: EndedApp): Promise<NotifiedApp> {
  const base = { client_id: clientId, sid }
  if (delivery === undefined) return { ...base, notification: 'none' }
  const { state, lastStatus, lastError, lastAt } = (await storage.deliveries.find(delivery)) ?? {}
  return {
    ...base,
    notification: state === 'delivered' ? state : state === 'failed' || state === 'dropped' ? 'failed' : 'pending',
    ...defined({
      status: lastStatus,
      error: lastError,
      at: lastAt === undefined ? undefined : new Date(lastAt).toISOString(),
    }),
  }
}
