/** Lists the sealed documents that contain signing keys, and reseals them under the root secret in use. */
import type { DocumentStore } from '../../ports/documents.ts'
import { changeText } from '../documents.ts'
import { readRecord } from '../stored-record.ts'
import { readKeyDocument, writeKeyDocument } from './key-document.ts'
import { type Seal, sealedUnder } from './seal.ts'

export type SealedKind = 'signing-keys' | 'external-keys' | 'receipt-keys' | 'authenticator'

/** A sealed value. `secret`: the ID of the root secret it is sealed under; undefined if the value is damaged. */
export interface SealedValue {
  readonly kind: SealedKind
  readonly secret: string | undefined
}

const KEYS = 'keys'
const KINDS = { signing: 'signing-keys', external: 'external-keys', receipts: 'receipt-keys' } as const
type KeyPlace = keyof typeof KINDS
const PLACES = Object.keys(KINDS) as readonly KeyPlace[]

export async function sealedKeys(documents: Pick<DocumentStore, 'read'>): Promise<readonly SealedValue[]> {
  const found = await Promise.all(
    PLACES.map(async (place) => {
      const text = await documents.read(KEYS, place)
      return text === undefined ? undefined : { kind: KINDS[place], secret: secretOf(place, text) }
    }),
  )
  return found.filter((value) => value !== undefined)
}

function secretOf(place: KeyPlace, text: string): string | undefined {
  return sealedUnder(place === 'signing' ? readRecord<{ readonly sealed: string }>(text).sealed : text)
}

/** Reseals keys sealed under a root secret no longer in use. @returns how many were resealed @throws DecryptionError */
export async function resealKeys(documents: DocumentStore, sealer: Seal, inUse: string): Promise<number> {
  const done = await Promise.all(
    PLACES.map((place) =>
      resealed(documents, place, inUse, async (text) => {
        if (place !== 'signing') return sealer.seal(await sealer.open(text, KINDS[place]), KINDS[place])
        const document = await readKeyDocument(text, sealer)
        return writeKeyDocument({ ...document, revision: document.revision + 1 }, sealer)
      }),
    ),
  )
  return done.filter((one) => one === 'resealed').length
}

/** Uses compare-and-replace, so that a concurrent rotation step is not lost. */
async function resealed(
  documents: DocumentStore,
  place: KeyPlace,
  inUse: string,
  sealAgain: (text: string) => Promise<string>,
): Promise<'resealed' | 'nothing'> {
  const { before, after } = await changeText(documents, KEYS, place, (text) =>
    text === undefined || secretOf(place, text) === inUse ? text : sealAgain(text),
  )
  return after === before ? 'nothing' : 'resealed'
}
