/** `describe` and `it` of Jest, Vitest or `node:test`. */
export interface TestRunner {
  describe(name: string, body: () => void): unknown
  readonly it: DeclareTest & { readonly concurrent?: DeclareTest }
}

/** The time limit is for runners that take it here, and whose own one a test that waits for a store could exceed. */
type DeclareTest = (name: string, test: () => Promise<void>, timeoutMs?: any) => unknown

/** Only a hang reaches it. */
export const HANGS_AFTER_MS = 300_000
