import { errorFields, type Logger } from '../../ports/logger.ts'
import type { AuditTrail } from './audit-trail.ts'
import { writeHead } from './audit-verification.ts'

/** Maximum time between two logged heads; a trail that grows fast is logged more often (audit-writer.ts). */
const EVERY_MS = 600_000

/**
 * Logs the trail's head, because the log is separate from the store. With it, `portico audit verify --head` proves that
 * nothing was cut off since. Write access to the store alone cannot change the log.
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
    /** Logs the final head; call it after the trail has been written. */
    async stop(): Promise<void> {
      clearInterval(timer)
      await announceHead(audit, logger)
    },
  }
}
