import { errorFields, type Logger } from '../../ports/logger.ts'
import type { Storage } from '../../ports/storage.ts'
import { repeated } from '../in-time.ts'
import { documentPages } from '../pages-of.ts'
import type { OffboardingOperations } from './offboarding.ts'
import { OFFBOARDINGS } from './offboarding-record.ts'

const EVERY_MS = 10_000
const FIRST_MS = 3_000

/** Completes what a crash has interrupted, and makes receipts final, on any node. */
export function offboardingRounds(
  { documents }: Pick<Storage, 'documents'>,
  { resume }: Pick<OffboardingOperations, 'resume'>,
  logger: Logger,
) {
  const report = (error: unknown): void =>
    logger.warn({ code: 'offboarding-failed', ...errorFields(error) }, 'failed to offboard a user; retrying')
  const round = async (): Promise<void> => {
    for await (const page of documentPages(documents, OFFBOARDINGS))
      for (const { id } of page) await resume(id).catch(report)
  }
  const attempt = (): Promise<void> => round().catch(report)
  let stop = (): void => {}
  return {
    round: attempt,
    start(): void {
      stop = repeated(() => attempt().then(() => EVERY_MS), FIRST_MS)
    },
    stop: (): void => stop(),
  }
}
