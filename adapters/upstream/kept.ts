/** A value of the upstream that is read again when it has grown old. */
export interface Kept<T> {
  /** The value, however many ask for it at once read by one attempt; a failed attempt is not kept. */
  read(): Promise<T>
  /** Reads it anew, for a reason that anybody can give: so at most once in `pauseMs`, failed attempts counted; undefined before. */
  renew(): Promise<T | undefined>
}

/** @param ms how long a value is used, and the least time between two renewals, in milliseconds */
export function kept<T>(load: () => Promise<T>, ms: number, pauseMs: number, now: () => number): Kept<T> {
  let value: { readonly of: T; readonly until: number } | undefined
  let underway: Promise<T> | undefined
  let renewedAt = Number.NEGATIVE_INFINITY

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
    async renew() {
      // Whoever comes while somebody else reads takes what is read.
      if (underway !== undefined) return underway
      if (now() - renewedAt < pauseMs) return undefined
      renewedAt = now()
      return loaded()
    },
  }
}
