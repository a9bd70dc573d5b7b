/** Who needs a newer value: a sign-in that was begun here, or input that any client can send. */
export type Asker = 'sign-in' | 'untrusted'

/** A value of the upstream that is read again when it has grown old. */
export interface Kept<T> {
  /** The value, however many ask for it at once read by one attempt; a failed attempt is not kept. */
  read(): Promise<T>
  /**
   * Reads it again, at most once in `pauseMs` for each asker, failed attempts counted; undefined before. What untrusted input
   * asks for leaves the turn of the others alone.
   */
  renew(asker: Asker): Promise<T | undefined>
}

/** @param ms how long a value is used, and the least time between two renewals, in milliseconds */
export function kept<T>(load: () => Promise<T>, ms: number, pauseMs: number, now: () => number): Kept<T> {
  let value: { readonly of: T; readonly until: number } | undefined
  let underway: Promise<T> | undefined
  const renewedAt: Partial<Record<Asker, number>> = {}

  const loaded = (): Promise<T> =>
    (underway ??= load()
      .then((of) => {
        value = { of, until: now() + ms }
        return of
      })
      .finally(() => {
        underway = undefined
      }))

  return {
    read: async () => (value !== undefined && now() < value.until ? value.of : loaded()),
    async renew(asker) {
      // Whoever comes while somebody else reads takes what is read.
      if (underway !== undefined) return underway
      if (now() - (renewedAt[asker] ?? Number.NEGATIVE_INFINITY) < pauseMs) return undefined
      renewedAt[asker] = now()
      return loaded()
    },
  }
}
