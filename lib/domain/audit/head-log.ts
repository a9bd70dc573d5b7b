import { errorFields, type Logger } from '../../ports/logger.ts'
import type { AuditTrail } from './audit-trail.ts'
import { writeHead } from './audit-verification.ts'

/** The head is written to the log at least this often; oftener when the trail grows fast (audit-writer.ts). */
const EVERY_MS = 600_000

/**
 * Writes the head of the trail to the log, which is kept apart from the store: with it `portico audit verify --head` proves that
 * nothing was cut off since. Whoever can write to the store alone cannot change what has been logged.
 */
export async function announceHead(audit: Pick<AuditTrail, 'head'>, logger: Logger): Promise<void> {
  try {
    const head = await audit.head()
    if (head !== undefined) logger.info({ head: writeHead(head) }, 'audit head')
  } catch (error) {
    logger.warn(errorFields(error), 'the head of the audit trail could not be read')
  }
}

export type HeadLog = ReturnType<typeof headLog>

export function headLog(audit: Pick<AuditTrail, 'head'>, logger: Logger) {
  let timer: NodeJS.Timeout | undefined
  return {
    async start(): Promise<void> {
      timer = setInterval(() => void announceHead(audit, logger), EVERY_MS).unref()
      await announceHead(audit, logger)
    },
    /** The last word on it; to be called when the trail has been written. */
    async stop(): Promise<void> {
      clearInterval(timer)
      await announceHead(audit, logger)
    },
  }
}
