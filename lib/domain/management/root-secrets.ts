/** The configured root secrets: which data depends on each, and when each can be removed. */

import type { Lifetimes } from '../../../policies/lifetimes.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { totpContext } from '../accounts/factors/embedded-factors.ts'
import { type FactorRecord, type FactorRecords, factorRecordsIn } from '../accounts/factors/factor-record.ts'
import { resealKeys, type SealedKind, sealedKeys } from '../keys/reseal.ts'
import { type Seal, sealedUnder } from '../keys/seal.ts'
import { isLackedByNodes, isRunningSet, RUNNING_MS, readSecretSets, type SecretSet } from '../keys/secret-registry.ts'
import { decideSecretRetirement } from './secret-retirement.ts'

export type RootSecretsView = Awaited<ReturnType<typeof rootSecretsView>>
export type RootSecretView = RootSecretsView['secrets'][number]

export interface RootSecretParts {
  readonly documents: DocumentStore
  readonly factors: FactorRecords
  /** Maps each root secret's ID to a seal that uses only that secret. The secret in use comes first. */
  readonly seals: ReadonlyMap<string, Seal>
  /** Seals with the first secret and opens with all of them. */
  readonly sealer: Seal
  readonly lifetimes: Lifetimes
  /** Audit trail retention, in days. */
  readonly auditDays: number
  readonly now: () => number
}

/** Lifetime of sessions in the panel, the portal and the host's pages. */
const APP_SESSION_SECONDS = 12 * 3_600
const DAY_MS = 86_400_000
const NOTHING: Readonly<Record<SealedKind, number>> = {
  'signing-keys': 0,
  'external-keys': 0,
  'receipt-keys': 0,
  authenticator: 0,
}

export async function rootSecretsView(parts: RootSecretParts) {
  const { documents, seals, lifetimes, auditDays, now } = parts
  const ids = [...seals.keys()]
  const [sets, keys] = await Promise.all([readSecretSets(documents), sealedKeys(documents)])
  const running = sets.filter((set) => isRunningSet(set, now()))
  const counts = new Map(ids.map((id) => [id, { ...NOTHING }]))
  let lost = 0
  const count = (kind: SealedKind, id: string | undefined): void => {
    const of = counts.get(id ?? '')
    if (of === undefined) lost += 1
    else of[kind] += 1
  }
  for (const { kind, secret } of keys) count(kind, secret)
  const codesMadeAt: number[] = []
  for await (const { record } of factorRecordsIn(documents)) {
    if (record.totp !== undefined) count('authenticator', sealedUnder(record.totp.sealed))
    if (record.recovery !== undefined) codesMadeAt.push(record.recovery.madeAt)
  }
  const isFirstLacked = isLackedByNodes(sets, ids[0] as string, now())
  const isAwaited = (id: string): boolean => isFirstLacked || running.some((set) => set.ids[0] === id)
  return {
    /** IDs of secrets that running nodes have but that are missing from this configuration. */
    unknown: [...new Set(running.flatMap((set) => set.ids))].filter((id) => !ids.includes(id)),
    /** Number of values in the store that are not sealed under any of these secrets. */
    lost,
    secrets: ids.map((id, index) => {
      const sealed = counts.get(id) ?? NOTHING
      const until = index === 0 ? now() : usedUntil(sets, id, now())
      const use = {
        isFirst: index === 0,
        isAwaited: isAwaited(id),
        sealed: Object.values(sealed).reduce((sum, one) => sum + one, 0),
        usedUntil: until,
        longestLife: Math.max(
          Math.min(lifetimes.refreshTokenIdle, lifetimes.refreshTokenAbsolute),
          lifetimes.sessionAbsolute,
          APP_SESSION_SECONDS,
        ),
      }
      const holders = running.filter((set) => set.ids.includes(id))
      const isUsed = holders.some((set) => set.ids[0] === id)
      const nodes: 'use' | 'accept' | undefined = isUsed ? 'use' : holders.length > 0 ? 'accept' : undefined
      return {
        /** Identifies the secret without disclosing anything about it. */
        id,
        /** How running nodes use the secret; undefined if none of them has it in its configuration. */
        nodes,
        /** Number of values in the store sealed under this secret, by kind. */
        sealed,
        /** Number of users whose recovery codes may have been made with the secret and would stop working. */
        recoveryCodes: index === 0 ? 0 : codesMadeAt.filter((at) => at <= until).length,
        /** Latest time at which a node may have used the secret, in milliseconds since the epoch. */
        usedUntil: until,
        retirement: decideSecretRetirement(use, now()),
        /** Time after which the audit trail can be verified without the secret, in milliseconds since the epoch. */
        auditedUntil: until + auditDays * DAY_MS,
      }
    }),
  }
}

/** If no node was seen using the secret, returns the earliest start that any node has recorded. */
function usedUntil(sets: readonly SecretSet[], id: string, now: number): number {
  const seen = sets.filter((set) => set.ids[0] === id).map((set) => set.seenAt + RUNNING_MS)
  const began = Math.min(now, ...sets.map((set) => set.since))
  return Math.min(now, seen.length === 0 ? began : Math.max(...seen))
}

/** Reseals values that are not under the first secret. @throws DecryptionError if no secret opens a value */
export async function resealAll(parts: Pick<RootSecretParts, 'documents' | 'factors' | 'seals' | 'sealer'>) {
  const { documents, factors, seals, sealer } = parts
  const [first = ''] = seals.keys()
  const keys = await resealKeys(documents, sealer, first)
  let authenticators = 0
  for await (const { sub, record } of factorRecordsIn(documents)) {
    if (record.totp === undefined || sealedUnder(record.totp.sealed) === first) continue
    await factors.change(sub, async (found) => ['resealed', await resealedTotp(found, sub, sealer)])
    authenticators += 1
  }
  return { keys, authenticators }
}

async function resealedTotp(record: FactorRecord, sub: string, sealer: Seal): Promise<FactorRecord | undefined> {
  const { totp } = record
  if (totp === undefined) return undefined
  const secret = await sealer.open(totp.sealed, 'authenticator', totpContext(sub))
  return { ...record, totp: { ...totp, sealed: await sealer.seal(secret, 'authenticator', totpContext(sub)) } }
}
