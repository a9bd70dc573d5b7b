import { randomBytes } from 'node:crypto'
import type { DocumentStore } from '../../../ports/documents.ts'
import { changeDocument, readDocument } from '../../documents.ts'
import { digestOf } from '../../keys/digest.ts'
import { documentPages } from '../../pages-of.ts'
import { readRecord } from '../../stored-record.ts'
import type { Passkey } from './second-factors.ts'

/** One document per user, so all second factors can be changed in one step. */
export interface FactorRecord {
  /** The user handle in authenticators; contains no information about the user (WebAuthn s14.6.1). */
  readonly handle: string
  readonly passkeys: readonly Passkey[]
  readonly totp?: {
    /** Encrypted under the root secret. */
    readonly sealed: string
    readonly addedAt: number
    readonly lastStep: number
    readonly usedAt?: number
  }
  readonly recovery?: {
    /** Hashes of the remaining codes. */
    readonly hashes: readonly string[]
    readonly madeAt: number
  }
  /** The last day (UTC, YYYY-MM-DD) on which the user may sign in without a required second factor. */
  readonly graceUntil?: string
}

/** The outcome of an edit, and the record to write if something changes. */
export type Edit<Outcome> = readonly [outcome: Outcome, record?: FactorRecord | undefined]

export type FactorRecords = ReturnType<typeof factorRecords>

const FACTORS = 'factors'
const CREDENTIALS = 'passkeys'
const HANDLE_BYTES = 32

/** A short key for URLs and the store, since credential IDs can be up to 1,023 bytes long. */
export const passkeyKey = (credentialId: string): string => digestOf(credentialId, 16)

async function release(documents: DocumentStore, credentialId: string, sub: string): Promise<void> {
  await documents.replace(CREDENTIALS, passkeyKey(credentialId), sub, undefined)
}

export async function dropFactors(documents: DocumentStore, sub: string): Promise<void> {
  await changeDocument<FactorRecord>(documents, FACTORS, sub, async (record) => {
    for (const { id } of record?.passkeys ?? []) await release(documents, id, sub)
    return undefined
  })
}

/** All records, sorted by subject. @param pause called after each page */
export async function* factorRecordsIn(
  documents: Pick<DocumentStore, 'list'>,
  pause: () => Promise<void> = async () => {},
): AsyncGenerator<{ readonly sub: string; readonly record: FactorRecord }> {
  for await (const page of documentPages(documents, FACTORS)) {
    for (const { id, value } of page) yield { sub: id, record: readRecord<FactorRecord>(value) }
    await pause()
  }
}

export function factorRecords(documents: DocumentStore) {
  const begun = new Map<string, Promise<FactorRecord | undefined>>()
  return {
    /** Passkeys and authenticator are asked for at the same moment, so calls that begin together share one read. */
    read(sub: string): Promise<FactorRecord | undefined> {
      const reading = begun.get(sub) ?? readDocument<FactorRecord>(documents, FACTORS, sub)
      begun.set(sub, reading)
      queueMicrotask(() => begun.delete(sub))
      return reading
    },
    releaseCredential: (credentialId: string, sub: string): Promise<void> => release(documents, credentialId, sub),
    /** Retries with compare-and-replace until the edit is written. @returns the outcome of the last edit */
    async change<const Outcome>(
      sub: string,
      edit: (record: FactorRecord) => Edit<Outcome> | Promise<Edit<Outcome>>,
    ): Promise<Outcome> {
      let outcome!: Outcome
      await changeDocument<FactorRecord>(documents, FACTORS, sub, async (found) => {
        const record = found ?? { handle: randomBytes(HANDLE_BYTES).toString('base64url'), passkeys: [] }
        const [reached, next = 'keep'] = await edit(record)
        outcome = reached
        return next
      })
      return outcome
    },
    /** Returns the subject of the user that a credential belongs to. */
    holderOf: (credentialId: string): Promise<string | undefined> =>
      documents.read(CREDENTIALS, passkeyKey(credentialId)),
    async claimCredential(credentialId: string, sub: string): Promise<'claimed' | 'taken'> {
      const key = passkeyKey(credentialId)
      if ((await documents.replace(CREDENTIALS, key, undefined, sub)) === 'replaced') return 'claimed'
      // This user may have claimed the credential in an interrupted attempt. The list of passkeys is authoritative.
      return (await documents.read(CREDENTIALS, key)) === sub ? 'claimed' : 'taken'
    },
  }
}
