import { createPublicKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { keyState, nextKeyStep } from '../../policies/key-rotation.ts'
import type { KeyState, RotationSettings } from '../../policies/key-rotation.ts'
import type { DocumentStore } from '../ports/documents.ts'
import { nodeSigner } from '../tokens/jws.ts'
import type { SigningKey } from '../tokens/jws.ts'
import { generateKey, openKey } from './key-document.ts'
import type { KeyDocument, PublicJwk, Seal, StoredKey } from './key-document.ts'

/** What the panel and the command line show of a key. */
export interface KeyView {
  readonly kid: string
  readonly state: KeyState
  readonly publishedAt: number
  readonly activatedAt?: number
  readonly retiredAt?: number
}

/** The signing keys of the service, the same on all nodes. */
export interface KeyRing {
  /** The key that signs now; undefined until the ring is loaded. */
  current(): SigningKey | undefined
  jwks(): readonly PublicJwk[]
  /** The public key of a kid. One that is not known makes the ring look into the store once. */
  publicKey(kid: string): Promise<KeyObject | undefined>
  list(): readonly KeyView[]
  /** Reads the document, does the steps that are due, on whichever node comes first. */
  refresh(): Promise<void>
  /** Asks for the next key: at once if it has been published long enough, otherwise as soon as it has. */
  rotate(): Promise<void>
}

const COLLECTION = 'keys'
const DOCUMENT = 'signing'
/** An unknown kid makes at most one look-up in this time, whatever a stranger sends. */
const UNKNOWN_KID_PAUSE_MS = 1_000

interface Loaded {
  readonly text: string
  readonly document: KeyDocument
  readonly signer: SigningKey
  readonly publicKeys: ReadonlyMap<string, KeyObject>
  readonly jwks: readonly PublicJwk[]
}

export function storedKeyRing(documents: DocumentStore, sealer: Seal, settings: RotationSettings, now: () => number): KeyRing {
  let loaded: Loaded | undefined
  let unknownAgainAt = 0
  const seconds = (): number => Math.floor(now() / 1000)

  const load = (text: string): KeyDocument => {
    if (loaded?.text === text) return loaded.document
    const document = JSON.parse(text) as KeyDocument
    const current = document.keys.find((key) => keyState(key) === 'current')
    if (current === undefined) throw new Error('the key document has no current key')
    const signer = loaded?.signer.kid === current.kid ? loaded.signer : { kid: current.kid, sign: nodeSigner(openKey(sealer, current)) }
    loaded = { text, document, signer, jwks: document.keys.map((key) => key.jwk), publicKeys: new Map(document.keys.map((key) => [key.kid, createPublicKey({ key: { ...key.jwk }, format: 'jwk' })])) }
    return document
  }

  /** Compare-and-replace until the change is in: nodes that race see each other's change and judge again. */
  const advance = async (command: boolean): Promise<void> => {
    for (let asked = command; ;) {
      const text = await documents.read(COLLECTION, DOCUMENT)
      const document: KeyDocument = text === undefined ? { keys: [], commanded: false } : load(text)
      const wanted = asked && !document.commanded ? { ...document, commanded: true } : document
      const next = stepped(wanted, seconds(), settings, sealer)
      if (next === document) return
      const written = JSON.stringify(next)
      if (await documents.replace(COLLECTION, DOCUMENT, text, written) === 'replaced') {
        load(written)
        asked = false
      }
    }
  }

  return {
    current: () => loaded?.signer,
    jwks: () => loaded?.jwks ?? [],
    async publicKey(kid) {
      const known = loaded?.publicKeys.get(kid)
      if (known !== undefined || now() < unknownAgainAt) return known
      unknownAgainAt = now() + UNKNOWN_KID_PAUSE_MS
      const text = await documents.read(COLLECTION, DOCUMENT)
      if (text !== undefined) load(text)
      return loaded?.publicKeys.get(kid)
    },
    list: () => loaded?.document.keys.map(view) ?? [],
    refresh: () => advance(false),
    rotate: () => advance(true),
  }
}

/** The document after the step that is due; the same object when none is. */
function stepped(document: KeyDocument, now: number, settings: RotationSettings, sealer: Seal): KeyDocument {
  const step = nextKeyStep(document.keys, now, settings, document.commanded)
  switch (step.do) {
    case 'nothing': return document
    case 'add': return { ...document, keys: [...document.keys, generateKey(sealer, now, step.activate)] }
    case 'withdraw': return { ...document, keys: document.keys.filter((key) => key.kid !== step.kid) }
    case 'promote': return {
      commanded: false,
      keys: document.keys.map((key): StoredKey => {
        if (key.kid === step.kid) return { ...key, activatedAt: now }
        return keyState(key) === 'current' ? { ...key, retiredAt: now } : key
      }),
    }
  }
}

function view(key: StoredKey): KeyView {
  const { kid, publishedAt, activatedAt, retiredAt } = key
  return { kid, state: keyState(key), publishedAt, ...(activatedAt === undefined ? {} : { activatedAt }), ...(retiredAt === undefined ? {} : { retiredAt }) }
}
