import { auditChain } from '../domain/audit/audit-chain.ts'
import { type AuditTrail, auditTrail } from '../domain/audit/audit-trail.ts'
import { eventListeners } from '../domain/audit/event-listeners.ts'
import { explanations } from '../domain/audit/explanations.ts'
import { announceHead } from '../domain/audit/head-log.ts'
import { receivedRequests } from '../domain/audit/received.ts'
import { refusalLog } from '../domain/audit/refusal-log.ts'
import { trailCheck } from '../domain/audit/trail-check.ts'
import { deriveKeys } from '../domain/keys/derived-keys.ts'
import { signer } from '../domain/keys/signer.ts'
import { errorFields } from '../ports/logger.ts'
import type { Instrumented } from './watching.ts'

/** Services that record requests and changes. */
export type Audit = ReturnType<typeof composeAudit>

export interface AuditParts extends Pick<Instrumented, 'configuration' | 'storage' | 'secrets' | 'now' | 'logger'> {
  /** Whether any running node uses a different root secret. If omitted, Portico assumes that none does. */
  readonly hasOtherSecrets?: () => Promise<boolean>
}

export function composeAudit(parts: AuditParts) {
  const { configuration, storage, secrets, hasOtherSecrets = async () => false, now, logger } = parts
  const lost = (error: unknown): void =>
    logger.warn({ code: 'audit-write-failed', ...errorFields(error) }, 'failed to write an audit entry; retrying')
  const failed = (error: unknown): void =>
    logger.warn({ code: 'audit-check-failed', ...errorFields(error) }, 'failed to verify the audit trail')
  const listeners = eventListeners(now, logger)
  const keys = deriveKeys(secrets, 'audit')
  const auditSigner = signer(keys)
  const audit: AuditTrail = auditTrail({
    log: storage.audit,
    chain: auditChain(keys),
    refusals: refusalLog(storage.bounded, auditSigner, configuration.audit, now),
    keepDays: configuration.audit.keepDays,
    now,
    report: lost,
    announce: (trail) => void announceHead(trail, logger),
    notify: listeners.notify,
  })
  return {
    audit,
    listeners,
    /** Verifies the whole audit log in the background. */
    trail: trailCheck({ ...storage, audit, signer: auditSigner, hasOtherSecrets, now, logger, report: failed }),
    explanations: explanations(storage, now, lost),
    received: receivedRequests(storage.bounded, now, lost),
  }
}
