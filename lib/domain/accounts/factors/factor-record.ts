import { createHash, randomBytes } from 'node:crypto'
import type { DocumentStore } from '../../../ports/documents.ts'
import type { Passkey } from './second-factors.ts'

/** The second factors of one person: one document, so that what belongs together changes in one step. */
export interface FactorRecord {
  /** Stands for the person in authenticators (WebAuthn s14.6.1: nothing about the person is in it). */
  readonly handle: string
  readonly passkeys: readonly Passkey[]
  readonly totp?: {
    /** The secret, encrypted under the root secret. */
    readonly sealed: string
    readonly addedAt: number
    readonly lastStep: number
    readonly usedAt?: number
  }
  readonly recovery?: {
    /** Of the codes that are left. */
    readonly hashes: readonly string[]
    readonly madeAt: number
  }
}

export interface FactorRecords {
  read(sub: string): Promise<FactorRecord | undefined>
  /** Compare-and-replace until the edit is in; an edit that gives nothing changes nothing. */
  change(sub: string, edit: (record: FactorRecord) => FactorRecord | undefined): Promise<void>
  /** Each credential belongs to one person. */
  holderOf(credentialId: string): Promise<string | undefined>
  claimCredential(credentialId: string, sub: string): Promise<'claimed' | 'taken'>
  releaseCredential(credentialId: string, sub: string): Promise<void>
}

const FACTORS = 'factors'
const CREDENTIALS = 'passkeys'
const HANDLE_BYTES = 32

/** Names a passkey in addresses and in the store: credential IDs are up to 1,023 bytes long. */
export const passkeyKey = (credentialId: string): string =>
  createHash('sha256').update(credentialId).digest().subarray(0, 16).toString('base64url')

const parse = (text: string | undefined): FactorRecord | undefined =>
  text === undefined ? undefined : (JSON.parse(text) as FactorRecord)

async function release(documents: DocumentStore, credentialId: string, sub: string): Promise<void> {
  await documents.replace(CREDENTIALS, passkeyKey(credentialId), sub, undefined)
}

/** Forgets all second factors of a user. */
export async function dropFactors(documents: DocumentStore, sub: string): Promise<void> {
  for (;;) {
    const text = await documents.read(FACTORS, sub)
    if (text === undefined) return
    for (const { id } of parse(text)?.passkeys ?? []) await release(documents, id, sub)
    if ((await documents.replace(FACTORS, sub, text, undefined)) === 'replaced') return
  }
}

export function factorRecords(documents: DocumentStore): FactorRecords {
  // Two that use up the same code at the same moment must not write the same text: the store would tell both that theirs is in.
  const write = (record: FactorRecord): string =>
    JSON.stringify({ ...record, stamp: randomBytes(12).toString('base64url') })
  const read: FactorRecords['read'] = async (sub) => parse(await documents.read(FACTORS, sub))
  return {
    read,
    releaseCredential: (credentialId, sub) => release(documents, credentialId, sub),
    async change(sub, edit) {
      for (;;) {
        const text = await documents.read(FACTORS, sub)
        const next = edit(parse(text) ?? { handle: randomBytes(HANDLE_BYTES).toString('base64url'), passkeys: [] })
        if (next === undefined || (await documents.replace(FACTORS, sub, text, write(next))) === 'replaced') return
      }
    },
    holderOf: (credentialId) => documents.read(CREDENTIALS, passkeyKey(credentialId)),
    async claimCredential(credentialId, sub) {
      const key = passkeyKey(credentialId)
      if ((await documents.replace(CREDENTIALS, key, undefined, sub)) === 'replaced') return 'claimed'
      // Claimed before by this very person, in a try that broke off: the list of passkeys says whether it is there.
      return (await documents.read(CREDENTIALS, key)) === sub ? 'claimed' : 'taken'
    },
  }
}
