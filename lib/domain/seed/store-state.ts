import type { Logger } from '../../ports/logger.ts'
import { StoreUnavailable } from '../../ports/store-unavailable.ts'

/** Tracks whether the store is working. Logs one line when it stops working and one when it works again. */
export type StoreState = ReturnType<typeof storeState>

type StateLine = readonly [code: string, message: string]

/** @param store the store's name @param lost logged when it stops working @param back logged when it works again */
export function storeState(store: string, lost: StateLine, back: StateLine, logger: Logger) {
  let since: number | undefined
  let last: StoreUnavailable | undefined
  return {
    failed(error: unknown): void {
      if (!(error instanceof StoreUnavailable)) return
      const isNews = since === undefined || (error.isPermanent && last?.isPermanent !== true)
      since ??= performance.now()
      last = error
      const { reason, place, message } = error
      if (isNews) logger.warn({ code: lost[0], store, reason, place, message }, lost[1])
    },
    worked(): void {
      if (since !== undefined)
        logger.info({ code: back[0], store, away_ms: Math.round(performance.now() - since) }, back[1])
      since = last = undefined
    },
    /** Why the store is failing, in one word without internal details; undefined while it is working. */
    reason: (): string | undefined => last?.reason ?? (last === undefined ? undefined : 'UNKNOWN'),
  }
}
