/** The audit trail on a store, composed as in Portico, with no other parts. */
import { configuredPasswords } from '../../lib/domain/accounts/configured-passwords.ts'
import type { AccountEffects } from '../../lib/domain/accounts/embedded-change.ts'
import { embeddedDirectory } from '../../lib/domain/accounts/embedded-directory.ts'
import { auditChain } from '../../lib/domain/audit/audit-chain.ts'
import { type AuditTrail, auditTrail } from '../../lib/domain/audit/audit-trail.ts'
import type { AuditEvent } from '../../lib/domain/audit/events.ts'
import { refusalLog } from '../../lib/domain/audit/refusal-log.ts'
import { deriveKeys } from '../../lib/domain/keys/derived-keys.ts'
import { signer } from '../../lib/domain/keys/signer.ts'
import type { AuditLog, DocumentStore, Storage } from '../../lib/index.ts'
import { ROOT_SECRET } from './fixtures.ts'

interface TrailOptions {
  readonly now: () => number
  readonly keepDays?: number
  readonly keepEntries?: number
  /** Replaces the store's own. */
  readonly log?: AuditLog
  readonly secrets?: readonly [string, ...string[]]
  readonly announce?: () => void
  readonly notify?: (event: AuditEvent) => void
}

export function trailOn(
  storage: Pick<Storage, 'audit' | 'bounded' | 'documents'>,
  {
    now,
    keepDays = 400,
    keepEntries = 100_000,
    log = storage.audit,
    secrets = [ROOT_SECRET],
    announce = () => {},
    notify = () => {},
  }: TrailOptions,
): AuditTrail {
  const keys = deriveKeys(secrets, 'audit')
  return auditTrail({
    log,
    chain: auditChain(keys),
    refusals: refusalLog(storage.bounded, signer(keys), { keepDays, keepEntries }, now),
    keepDays,
    now,
    announce,
    notify,
    report(error) {
      throw error as Error
    },
  })
}

/** The link of that trail, for tests that write to the store directly. */
export const LINK = auditChain(deriveKeys([ROOT_SECRET], 'audit')).link

/** The log of a store, with overrides. */
export const logLike = (audit: AuditLog, given: Partial<AuditLog>): AuditLog => ({
  append: (at, entries, link) => audit.append(at, entries, link),
  trim: (olderThan) => audit.trim(olderThan),
  bounds: () => audit.bounds(),
  read: (from, direction, limit) => audit.read(from, direction, limit),
  ...given,
})

/** An embedded directory alone on its store; its changes have no effect on sessions and tokens. */
export const directoryOn = (documents: DocumentStore, now = () => 0, end: AccountEffects['end'] = async () => {}) =>
  embeddedDirectory(
    documents,
    { end, rolesChanged: async () => {} },
    { now, passwords: configuredPasswords(signer(deriveKeys([ROOT_SECRET], 'configured-passwords'))) },
  )
