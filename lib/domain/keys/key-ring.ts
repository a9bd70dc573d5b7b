import { createPublicKey, type KeyObject } from 'node:crypto'
import { recoveredKeys } from '../../../policies/key-recovery.ts'
import { type KeyState, keyState, nextKeyStep, type RotationSettings } from '../../../policies/key-rotation.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { nodeSigner, type SigningKey } from './jws.ts'
import { generateKey, type KeyDocument, openKey, type PublicJwk, type Seal, type StoredKey } from './key-document.ts'

/** A key as the panel and the command line show it. */
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
  /** The public key of a kid. An unknown one makes the ring read the store once. */
  publicKey(kid: string): Promise<KeyObject | undefined>
  list(): readonly KeyView[]
  /**
   * Reads the document and does the steps that are due, on the node that is first. A document that the store has lost is
   * restored, so that issued tokens still verify.
   */
  refresh(): Promise<void>
  /** Requests the next key: at once if it has been published long enough, otherwise as soon as it has. */
  rotate(): Promise<void>
}

const COLLECTION = 'keys'
const DOCUMENT = 'signing'
/** Unknown kids cause at most one look-up in this time, whatever an attacker sends. */
const UNKNOWN_KID_PAUSE_MS = 1_000

interface Loaded {
  readonly text: string
  readonly document: KeyDocument
  readonly signer: SigningKey
  readonly publicKeys: ReadonlyMap<string, KeyObject>
  readonly jwks: readonly PublicJwk[]
}

export function storedKeyRing(
  documents: DocumentStore,
  sealer: Seal,
  settings: RotationSettings,
  now: () => number,
): KeyRing {
  let loaded: Loaded | undefined
  let lastSeenAt = 0
  let unknownAgainAt = 0
  const seconds = (): number => Math.floor(now() / 1000)

  const signerOf = ({ keys }: KeyDocument): SigningKey => {
    const current = keys.find((key) => keyState(key) === 'current')
    if (current === undefined) throw new Error('the key document has no current key')
    return loaded?.signer.kid === current.kid
      ? loaded.signer
      : { kid: current.kid, sign: nodeSigner(openKey(sealer, current)) }
  }
  const parse = (text: string): KeyDocument =>
    loaded?.text === text ? loaded.document : (JSON.parse(text) as KeyDocument)
  const load = (text: string, document: KeyDocument): void => {
    lastSeenAt = seconds()
    if (loaded?.text === text) return
    loaded = {
      text,
      document,
      signer: signerOf(document),
      jwks: document.keys.map((key) => key.jwk),
      publicKeys: new Map(
        document.keys.map((key) => [key.kid, createPublicKey({ key: { ...key.jwk }, format: 'jwk' })]),
      ),
    }
  }
  /** With this node's keys that the store has lost, where another node has made new ones since. */
  const withLostKeys = (document: KeyDocument): KeyDocument => {
    const keys = recoveredKeys(document.keys, loaded?.document.keys ?? [], lastSeenAt)
    return keys === document.keys ? document : { ...document, keys }
  }

  /** Compare-and-replace until the change is written: concurrent nodes see each other's change and decide again. */
  const advance = async (command: boolean): Promise<void> => {
    for (let commanded = command; ; ) {
      const text = await documents.read(COLLECTION, DOCUMENT)
      if (text === undefined && loaded !== undefined) {
        // Lost. The first node restores what it knows, and all continue from that.
        await documents.replace(COLLECTION, DOCUMENT, undefined, loaded.text)
        continue
      }
      const found: KeyDocument = text === undefined ? { keys: [], commanded: false } : parse(text)
      const document = withLostKeys(found)
      const wanted = commanded && !document.commanded ? { ...document, commanded: true } : document
      const next = stepped(wanted, seconds(), settings, sealer)
      if (text !== undefined && next === found) return load(text, found)
      // Throws, before anything is changed, if the key was sealed under another root secret.
      if (text !== undefined) signerOf(found)
      const written = JSON.stringify(next)
      if ((await documents.replace(COLLECTION, DOCUMENT, text, written)) === 'replaced') {
        load(written, next)
        commanded = false
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
      await advance(false)
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
    case 'nothing':
      return document
    case 'add':
      return { ...document, keys: [...document.keys, generateKey(sealer, now, step.activate)] }
    case 'withdraw':
      return { ...document, keys: document.keys.filter((key) => key.kid !== step.kid) }
    case 'promote':
      return {
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
  return {
    kid,
    state: keyState(key),
    publishedAt,
    ...(activatedAt === undefined ? {} : { activatedAt }),
    ...(retiredAt === undefined ? {} : { retiredAt }),
  }
}
