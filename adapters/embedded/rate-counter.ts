/** Counts hits in fixed windows. Commits do not wait for the disk, so a machine crash can lose one window's counts. */
import type { RateCounter } from '../../lib/ports/rate-counter.ts'
import type { Database } from './database.ts'
import { expirySweep } from './expiry-sweep.ts'

export function embeddedRateCounter({ bufferedSql, read, now }: Database): RateCounter {
  // If the stored window ends later than a new one would, the clock was set back. Treat the stored window as over.
  const over = 'expires_at <= :now OR expires_at > :now + :windowMs'
  const hit = bufferedSql(`INSERT INTO rate_windows VALUES (:key, 1, :now + :windowMs) ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN ${over} THEN 1 ELSE count + 1 END,
    expires_at = CASE WHEN ${over} THEN excluded.expires_at ELSE expires_at END
    RETURNING count, expires_at`)
  const refund = bufferedSql('UPDATE rate_windows SET count = max(count - 1, 0) WHERE key = ? AND expires_at > ?')
  const clear = bufferedSql('DELETE FROM rate_windows WHERE key = ?')
  const sweep = expirySweep(bufferedSql, ['rate_windows'], now)

  return {
    hit: (key, windowMs) =>
      read(() => {
        const at = now()
        sweep(1)
        const row = hit().get({ key, windowMs, now: at })!
        return { count: row.count as number, resetMs: (row.expires_at as number) - at }
      }),
    refund: (key) => read(() => void refund().run(key, now())),
    clear: (key) => read(() => void clear().run(key)),
  }
}
