/** Public keys that verify receipts. They are kept after their withdrawal, but never published with those of tokens. */
import type { DocumentStore } from '../../ports/documents.ts'
import { changeText } from '../documents.ts'
import { type PublicJwk, type PublicKey, publicJwk, readKeyDocument } from './key-document.ts'
import type { Seal } from './seal.ts'

/** `revoked`, as in OpenID Federation s8.7: an attacker may have signed with this key. */
export type ReceiptJwk = PublicJwk & { readonly revoked?: { readonly reason: 'compromised' } }

export type ReceiptKeys = ReturnType<typeof receiptKeys>

const COLLECTION = 'keys'
const RECEIPT_KEYS = 'receipts'
/** At one rotation a day, the keys of more than a year. */
const KEYS_MAX = 500

export function receiptKeys(documents: DocumentStore, sealer: Seal) {
  const keysIn = async (text: string | undefined): Promise<readonly PublicKey[]> =>
    text === undefined ? [] : JSON.parse((await sealer.open(text, 'receipt-keys')).toString())
  return {
    /** Call before a receipt signed with the key is given out. */
    async keep({ kid, x, y }: PublicKey): Promise<void> {
      await changeText(documents, COLLECTION, RECEIPT_KEYS, async (text) => {
        const kept = await keysIn(text)
        if (kept.some((key) => key.kid === kid)) return text
        return sealer.seal(JSON.stringify([...kept, { kid, x, y }].slice(-KEYS_MAX)), 'receipt-keys')
      })
    },
    /** All keys that have signed a receipt, and those that can sign the next. @throws DecryptionError */
    async list(): Promise<readonly ReceiptJwk[]> {
      const [kept, signing] = await Promise.all(
        [RECEIPT_KEYS, 'signing'].map((place) => documents.read(COLLECTION, place)),
      )
      const current = signing === undefined ? undefined : await readKeyDocument(signing, sealer)
      const all = new Map([...(await keysIn(kept)), ...(current?.keys ?? [])].map((key) => [key.kid, key]))
      return [...all.values()].map((key) =>
        current?.compromised.includes(key.kid)
          ? { ...publicJwk(key), revoked: { reason: 'compromised' } }
          : publicJwk(key),
      )
    },
  }
}
