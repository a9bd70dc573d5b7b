import type { EphemeralStore } from '../../ports/ephemeral.ts'

/** How long the trace of a refused request is kept. */
const KEEP_MS = 7 * 86_400_000
const KIND = 'trace'

/** One step of a decision, as `portico explain` and the panel show it. Never a secret, a code or a token. */
export interface TraceStep {
  readonly step: string
  readonly found: string
}

/** Why a request was answered as it was: what `portico explain` and the panel's search show. */
export interface Explanation {
  readonly requestId: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly route: string
  readonly status: number
  readonly client?: string
  readonly user?: string
  readonly address: string
  readonly error?: string
  readonly ref?: string
  readonly detail?: string
  readonly steps: readonly TraceStep[]
  readonly facts: Readonly<Record<string, string | number | boolean>>
}

/** Traces of refused requests, by request id, for a week. */
export interface Explanations {
  keep(explanation: Explanation): void
  find(requestId: string): Promise<Explanation | undefined>
}

export function explanations(records: EphemeralStore, report: (error: unknown) => void): Explanations {
  return {
    keep(explanation) {
      records.put(KIND, explanation.requestId, JSON.stringify(explanation), KEEP_MS).catch(report)
    },
    async find(requestId) {
      if (!/^[A-Za-z0-9._-]{8,64}$/.test(requestId)) return undefined
      const text = await records.read(KIND, requestId)
      return text === undefined ? undefined : (JSON.parse(text) as Explanation)
    },
  }
}
