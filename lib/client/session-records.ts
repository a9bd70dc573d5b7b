/** What sessions need of a store: texts that expire. */
export interface SessionRecords {
  get(key: string): Promise<string | undefined>
  /** @returns false if the key exists and must not */
  set(key: string, value: string, seconds: number, onlyNew?: 'only-new'): Promise<boolean>
  delete(key: string): Promise<void>
  /** Ends connections that it opened. */
  close(): Promise<void>
}

const SWEEP_MIN = 1_000

/** Sessions in the memory of one process. A restart ends them. */
export function memorySessions(): SessionRecords {
  const records = new Map<string, { readonly value: string; readonly until: number }>()
  let sweepAt = SWEEP_MIN
  const find = (key: string) => {
    const record = records.get(key)
    return record !== undefined && Date.now() < record.until ? record : undefined
  }
  return {
    get: async (key) => find(key)?.value,
    async set(key, value, seconds, onlyNew) {
      if (onlyNew !== undefined && find(key) !== undefined) return false
      records.set(key, { value, until: Date.now() + seconds * 1000 })
      if (records.size >= sweepAt) {
        for (const other of records.keys()) if (find(other) === undefined) records.delete(other)
        sweepAt = Math.max(SWEEP_MIN, records.size * 2)
      }
      return true
    },
    delete: async (key) => void records.delete(key),
    close: async () => records.clear(),
  }
}
