/** What triggers a refresh: a sign-in that Portico started, or untrusted input. */
export type Asker = 'sign-in' | 'untrusted'

/** A cached value from the upstream. The value is reloaded after it expires. */
export interface Cached<T> {
  /** Returns the value. Concurrent callers share one request; a failure is not cached. */
  read(): Promise<T>
  /** Reloads at most once per `pauseMs` for each asker, even after a failure. Returns undefined if it is too soon. */
  refresh(asker: Asker): Promise<T | undefined>
}

/** @param ms how long a value is used @param pauseMs minimum number of milliseconds between reloads */
export function cached<T>(load: () => Promise<T>, ms: number, pauseMs: number, now: () => number): Cached<T> {
  let value: { readonly of: T; readonly until: number } | undefined
  let underway: Promise<T> | undefined
  const refreshedAt: Partial<Record<Asker, number>> = {}

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
    async refresh(asker) {
      // Share a request in progress.
      if (underway !== undefined) return underway
      if (now() - (refreshedAt[asker] ?? Number.NEGATIVE_INFINITY) < pauseMs) return undefined
      refreshedAt[asker] = now()
      return loaded()
    },
  }
}
