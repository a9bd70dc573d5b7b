import type { KeyObject } from 'node:crypto'
import type { DocumentStore } from '../../ports/documents.ts'
import type { SignFunction } from './jws.ts'
import { type PublicKey, publicJwk, publicKeyOf } from './key-document.ts'
import type { KeyRing } from './key-ring.ts'
import type { Seal } from './seal.ts'

/** A signing key in an HSM or KMS. Portico has only the public key and a function that signs (D-T13). */
export interface ExternalSigner {
  /**
   * Key ID, as it appears in tokens.
   * @example 'hsm-1'
   */
  readonly kid: string
  /**
   * The public key.
   * @example { x: 'f83OJ3D2…', y: 'x_FEzRu9…' }
   */
  readonly publicJwk: Omit<PublicKey, 'kid'>
  /**
   * Returns the ES256 signature over the bytes.
   * @example (data) => hsm.sign('hsm-1', data)
   */
  readonly sign: SignFunction
  /**
   * Former public keys, for tokens that may not have expired yet.
   * @default none
   * @example [{ kid: 'hsm-0', x: '…', y: '…' }]
   */
  readonly previous?: readonly PublicKey[]
}

export interface ExternalKeyParts {
  readonly documents: DocumentStore
  readonly sealer: Seal
  /** How long a public key is kept after it was last configured, in seconds. Equals the longest session lifetime. */
  readonly rememberFor: number
  readonly now: () => number
}

/** A public key that was configured earlier. */
interface Remembered extends PublicKey {
  /** Seconds since the epoch, updated at most once a day. */
  readonly seenAt: number
}

const COLLECTION = 'keys'
const DOCUMENT = 'external'
const DAY_SECONDS = 86_400

const read = async (sealer: Seal, text: string | undefined): Promise<readonly Remembered[]> =>
  text === undefined ? [] : (JSON.parse((await sealer.open(text, 'external-keys')).toString()) as readonly Remembered[])

/**
 * The keys of an external signer, the current one first, as the running nodes have noted them. Undefined if Portico
 * keeps the keys itself, or has kept them since then.
 */
export async function externalKeys(
  documents: Pick<DocumentStore, 'read'>,
  sealer: Seal,
  now: number,
): Promise<readonly { readonly kid: string; readonly state: 'current' | 'previous' }[] | undefined> {
  const [text, own] = await Promise.all([DOCUMENT, 'signing'].map((id) => documents.read(COLLECTION, id)))
  const noted = await read(sealer, text)
  const latest = Math.max(...noted.map(({ seenAt }) => seenAt))
  // Nodes note their keys every day.
  if (noted.length === 0 || (own !== undefined && now / 1000 > latest + 2 * DAY_SECONDS)) return undefined
  return noted
    .filter(({ seenAt }) => seenAt === latest)
    .map(({ kid }, index) => ({ kid, state: index === 0 ? 'current' : 'previous' }))
}

/** A key ring for an external key. Rotation takes place in the HSM or KMS, not in Portico. */
export function externalKeyRing(
  signer: ExternalSigner,
  { documents, sealer, rememberFor, now }: ExternalKeyParts,
): KeyRing {
  const configured = [{ kid: signer.kid, ...signer.publicJwk }, ...(signer.previous ?? [])]
  const keys = new Map(configured.map((key) => [key.kid, publicKeyOf(key)]))
  let past: ReadonlyMap<string, KeyObject> = new Map()
  let seen: string | undefined

  /** Records the configured keys, so that ID token hints can still be verified once a key is no longer configured. */
  const remember = async (): Promise<void> => {
    const seconds = Math.floor(now() / 1000)
    const text = await documents.read(COLLECTION, DOCUMENT)
    const before = await read(sealer, text)
    const isNoted = ({ kid }: { readonly kid: string }): boolean =>
      before.some((key) => key.kid === kid && seconds < key.seenAt + DAY_SECONDS)
    const others = before.filter(({ kid, seenAt }) => !keys.has(kid) && seconds < seenAt + DAY_SECONDS + rememberFor)
    if (text !== seen || others.length !== past.size) {
      past = new Map(others.map((key) => [key.kid, publicKeyOf(key)]))
      seen = text
    }
    if (configured.every(isNoted) && others.length + configured.length === before.length) return
    const after = [...configured.map(({ kid, x, y }) => ({ kid, x, y, seenAt: seconds })), ...others]
    await documents.replace(COLLECTION, DOCUMENT, text, await sealer.seal(JSON.stringify(after), 'external-keys'))
  }

  return {
    rotatable: false,
    current: () => ({ kid: signer.kid, sign: signer.sign }),
    jwks: () => configured.map(publicJwk),
    publicKey: async (kid) => keys.get(kid),
    hintKey: async (kid) => keys.get(kid) ?? past.get(kid),
    list: () =>
      configured.map(({ kid }, index) => ({ kid, state: index === 0 ? 'current' : 'previous', publishedAt: 0 })),
    refresh: remember,
    rotate: async () => {
      throw new Error('the signing key is external; rotate it where it is kept')
    },
  }
}
