import type { KeyObject } from 'node:crypto'
import { recoveredKeys } from '../../../policies/key-recovery.ts'
import {
  type KeyState,
  type KeyTimes,
  keyState,
  nextKeyStep,
  type RotationSettings,
} from '../../../policies/key-rotation.ts'
import { defined } from '../../config/data/defined.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { unavailable } from '../denial-error.ts'
import { untilDone } from '../documents.ts'
import { nodeSigner, type SigningKey } from './jws.ts'
import {
  generateKey,
  type KeyDocument,
  type PublicJwk,
  privateKeyOf,
  publicJwk,
  publicKeyOf,
  readKeyDocument,
  type StoredKey,
  writeKeyDocument,
} from './key-document.ts'
import { DecryptionError, type Seal } from './seal.ts'

/** A key as shown in the panel and on the command line. */
export interface KeyView extends KeyTimes {
  /** `next`: published, not signing yet. `current`: signs. `previous`: only verifies. */
  readonly state: KeyState
}

export interface KeyRing {
  /** Whether Portico can rotate the keys. False with an external signer. */
  readonly rotatable: boolean
  /** The current signing key; undefined until the ring has been loaded. */
  current(): SigningKey | undefined
  jwks(): readonly PublicJwk[]
  /** The public key with this `kid`. For an unknown `kid`, the ring reads the store once. */
  publicKey(kid: string): Promise<KeyObject | undefined>
  /** Like `publicKey`, but for ID token hints: withdrawn keys stay valid for the longest session lifetime. */
  hintKey(kid: string): Promise<KeyObject | undefined>
  list(): readonly KeyView[]
  /**
   * Reads the key document and takes any rotation steps that are due. The first node to write wins. A document that the
   * store has lost is restored, so that issued tokens can still be verified.
   */
  refresh(): Promise<void>
  /**
   * Requests the next key, which starts signing once it has been published long enough. After a compromise, the key and
   * its tokens become invalid immediately, and the next key starts signing regardless of its age.
   * @param kid the compromised key. Defaults to the current one
   */
  rotate(why?: 'compromised', kid?: string): Promise<void>
}

const COLLECTION = 'keys'
const DOCUMENT = 'signing'
/** Unknown `kid`s trigger at most one lookup per interval, no matter what an attacker sends. */
const UNKNOWN_KID_PAUSE_MS = 1_000

/**
 * The stored keys, for read-only callers; undefined if Portico has never started with this store.
 * @throws DecryptionError if the keys were sealed under a different root secret
 */
export async function storedKeys(documents: DocumentStore, sealer: Seal): Promise<readonly KeyView[] | undefined> {
  const text = await documents.read(COLLECTION, DOCUMENT)
  return text === undefined ? undefined : (await readKeyDocument(text, sealer)).keys.map(view)
}

interface Loaded {
  readonly text: string
  readonly document: KeyDocument
  readonly signer: SigningKey
  readonly publicKeys: ReadonlyMap<string, KeyObject>
  readonly withdrawn: ReadonlyMap<string, KeyObject>
  readonly jwks: readonly PublicJwk[]
}

const byKid = (keys: KeyDocument['keys'] | KeyDocument['withdrawn']): ReadonlyMap<string, KeyObject> =>
  new Map(keys.map((key) => [key.kid, publicKeyOf(key)]))

export function storedKeyRing(
  documents: DocumentStore,
  sealer: Seal,
  settings: RotationSettings,
  now: () => number,
): KeyRing {
  let loaded: Loaded | undefined
  let lastSeenAt = 0
  let unknownAgainAt = 0
  let unknownLook: Promise<void> = Promise.resolve()
  const seconds = (): number => Math.floor(now() / 1000)

  const parse = (text: string): KeyDocument | Promise<KeyDocument> =>
    loaded?.text === text ? loaded.document : readKeyDocument(text, sealer)
  const load = (text: string, document: KeyDocument): void => {
    lastSeenAt = seconds()
    if (loaded?.text === text) return
    const [publicKeys, withdrawn] = [byKid(document.keys), byKid(document.withdrawn)]
    const signer = signerOf(document, loaded?.signer)
    loaded = { text, document, signer, jwks: document.keys.map(publicJwk), publicKeys, withdrawn }
  }

  /** Retries until the change is written. If another node writes first, rereads the document and decides again. */
  const advance = (command: 'none' | 'next' | 'compromised', kid?: string): Promise<void> => {
    let bad = kid
    let left = command
    return untilDone(async () => {
      const text = await documents.read(COLLECTION, DOCUMENT)
      // If the keys were sealed under a different root secret, this throws before anything is changed.
      const found = text === undefined ? NO_KEYS : await parse(text)
      if (loaded !== undefined && (text === undefined || isSetBack(loaded, found))) {
        // The store has lost the keys. The first node to notice restores its own copy, and all nodes continue with it.
        await documents.replace(COLLECTION, DOCUMENT, text, loaded.text)
        return 'again'
      }
      const document = withLostKeys(loaded, found, lastSeenAt)
      // Remember which key was current when the command was given, because another node may rotate it before the retry.
      bad ??= document.keys.find((key) => keyState(key) === 'current')?.kid
      const next =
        left === 'compromised'
          ? await withoutCompromised(document, bad, seconds())
          : await stepped(left === 'next' ? { ...document, commanded: true } : document, seconds(), settings)
      if (text !== undefined && next === found) return load(text, found)
      const changed = { ...next, revision: Math.max(found.revision, loaded?.document.revision ?? 0) + 1 }
      const written = await writeKeyDocument(changed, sealer)
      if ((await documents.replace(COLLECTION, DOCUMENT, text, written)) === 'replaced') {
        load(written, changed)
        left = 'none'
      }
      return 'again'
    })
  }

  const publicKey = async (kid: string): Promise<KeyObject | undefined> => {
    const known = loaded?.publicKeys.get(kid)
    if (known !== undefined) return known
    if (now() >= unknownAgainAt) {
      unknownAgainAt = now() + UNKNOWN_KID_PAUSE_MS
      unknownLook = advance('none').catch((error: unknown) => {
        // Another node sealed the keys under a secret that this node lacks, so this node cannot read them.
        throw error instanceof DecryptionError ? unavailable('not_ready', error.message) : error
      })
    }
    // Until the pause ends, all callers share this lookup. If it fails, they fail too, because the key may be valid.
    await unknownLook
    return loaded?.publicKeys.get(kid)
  }
  return {
    rotatable: true,
    current: () => loaded?.signer,
    jwks: () => loaded?.jwks ?? [],
    publicKey,
    hintKey: async (kid) => loaded?.withdrawn.get(kid) ?? (await publicKey(kid)) ?? loaded?.withdrawn.get(kid),
    list: () => loaded?.document.keys.map(view) ?? [],
    refresh: () => advance('none'),
    rotate: (why, kid) => advance(why ?? 'next', kid),
  }
}

/** Whether a document is older than one read earlier. New keys that replace lost ones do not count as older. */
function isSetBack(loaded: Loaded, { keys, revision }: KeyDocument): boolean {
  if (revision >= loaded.document.revision) return false
  const newest = Math.max(...loaded.document.keys.map(({ publishedAt }) => publishedAt))
  return keys.some(({ kid }) => loaded.publicKeys.has(kid)) || keys.every(({ publishedAt }) => publishedAt < newest)
}

/** If the store lost keys and another node generated new ones, adds the lost keys that this node still has. */
function withLostKeys(loaded: Loaded | undefined, document: KeyDocument, lastSeenAt: number): KeyDocument {
  const own = (loaded?.document.keys ?? []).filter(({ kid }) => !document.compromised.includes(kid))
  const keys = recoveredKeys(document.keys, own, lastSeenAt)
  return keys === document.keys ? document : { ...document, keys }
}

function signerOf({ keys }: KeyDocument, known: SigningKey | undefined): SigningKey {
  const current = keys.find((key) => keyState(key) === 'current')
  if (current === undefined) throw new Error('the key document has no current key')
  return known?.kid === current.kid ? known : { kid: current.kid, sign: nodeSigner(privateKeyOf(current)) }
}

const NO_KEYS: KeyDocument = { keys: [], withdrawn: [], commanded: false, compromised: [], revision: 0 }

/** Removes the compromised key but keeps its `kid`. If the key was current, the next one starts signing immediately. */
async function withoutCompromised(document: KeyDocument, bad: string | undefined, now: number): Promise<KeyDocument> {
  const left = document.keys.filter(({ kid }) => kid !== bad)
  const compromised = [...new Set([...document.compromised, ...(bad === undefined ? [] : [bad])])]
  if (left.some((key) => keyState(key) === 'current')) return { ...document, keys: left, compromised }
  const next = left.find((key) => keyState(key) === 'next') ?? (await generateKey(now, false))
  const keys = [...left.filter((key) => key !== next), { ...next, activatedAt: now }]
  return { ...document, keys, compromised, commanded: false }
}

/** Takes the next rotation step that is due. Returns the same object if none is due. */
async function stepped(document: KeyDocument, now: number, settings: RotationSettings): Promise<KeyDocument> {
  const step = nextKeyStep(document, now, settings)
  switch (step.do) {
    case 'nothing':
      return document
    case 'add':
      return { ...document, keys: [...document.keys, await generateKey(now, step.activate)] }
    case 'withdraw': {
      const over = document.keys.filter(({ kid }) => kid === step.kid)
      const withdrawn = over.map(({ kid, x, y }) => ({ kid, x, y, withdrawnAt: now }))
      return {
        ...document,
        keys: document.keys.filter(({ kid }) => kid !== step.kid),
        withdrawn: [...document.withdrawn, ...withdrawn],
      }
    }
    case 'forget':
      return { ...document, withdrawn: document.withdrawn.filter(({ kid }) => kid !== step.kid) }
    case 'promote':
      return {
        ...document,
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
  return defined({ kid, state: keyState(key), publishedAt, activatedAt, retiredAt })
}
