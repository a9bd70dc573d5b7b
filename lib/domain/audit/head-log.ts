import { errorFields, type Logger } from '../../ports/logger.ts'
import type { AuditTrail } from './audit-trail.ts'
import { writeHead } from './audit-verification.ts'

/** Maximum time between two logged heads; a fast-growing trail is logged more often (audit-writer.ts). */
const EVERY_MS = 600_000

/**
 * Logs the trail's newest entry, because attackers with write access to the store cannot change the log. Given this
 * log line, `portico audit verify --head` proves that no entries up to that point have been cut off.
 */
export async function announceHead(audit: Pick<AuditTrail, 'head'>, logger: Logger): Promise<void> {
  try {
    const head = await audit.head()
    if (head !== undefined) logger.info({ code: 'audit-head', head: writeHead(head) }, 'audit head')
  } catch (error) {
    logger.warn({ code: 'audit-head-failed', ...errorFields(error) }, 'failed to read the audit head')
  }
}

export function headLog(audit: Pick<AuditTrail, 'head'>, logger: Logger) {
  let timer: NodeJS.Timeout | undefined
  return {
    async start(): Promise<void> {
      timer = setInterval(() => void announceHead(audit, logger), EVERY_MS).unref()
      await announceHead(audit, logger)
    },
    /** Logs the trail's last entry. Call this after all pending entries have been written. */
    async stop(): Promise<void> {
      clearInterval(timer)
      await announceHead(audit, logger)
    },
  }
}
