import { nearbyBeginning, requestIdBeginning, requestIdsIn } from '../../../policies/request-id.ts'
import type { BoundedLog } from '../../ports/bounded-log.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import { recordIn, writeRecord } from '../stored-record.ts'

/** How long the trace of a rejected request is kept. */
const KEEP_MS = 7 * 86_400_000
const KIND = 'trace'
/** The log of traces for requests without credentials, and its maximum number of entries (D-G12). */
const ANONYMOUS = 'explanations'
const ANONYMOUS_MAX = 10_000
/** The log of the IDs of all other traces, used to find them by prefix, and its maximum number of entries. */
const KNOWN_IDS = 'explained'
const KNOWN_MAX = 50_000
/** Maximum size of a trace, in bytes. For a larger one, only the outcome is kept, without the decision steps. */
const LARGEST = 2_048

/** One step in a decision, for `portico explain` and the panel. It never contains a secret, a code, or a token. */
export interface TraceStep {
  readonly step: string
  readonly found: string
}

/** Explains a response to a request, for `portico explain` and the panel's search. */
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

/** Traces of rejected requests, kept for a week. If two requests have the same ID, the first trace is kept (D-G15). */
export type Explanations = ReturnType<typeof explanations>

export function explanations(
  { records, bounded }: { readonly records: EphemeralStore; readonly bounded: BoundedLog },
  now: () => number,
  report: (error: unknown) => void,
) {
  const findById = async (id: string): Promise<Explanation | undefined> => {
    const [known, anonymous] = await Promise.all([records.read(KIND, id), bounded.find(ANONYMOUS, id)])
    const found = [known, anonymous].map((text) => recordIn<Explanation>(text)).filter((one) => one !== undefined)
    return found.toSorted((one, other) => one.at - other.at)[0]
  }
  const findAll = async (beginning: string | undefined, limit: number): Promise<readonly Explanation[]> => {
    if (beginning === undefined) return []
    const ids = await Promise.all([KNOWN_IDS, ANONYMOUS].map((log) => bounded.idsOfShares(log, beginning, limit)))
    const found = await Promise.all([...new Set(ids.flat())].toSorted().slice(0, limit).map(findById))
    return found.filter((one) => one !== undefined)
  }
  return {
    /** @param caller whether the request is from an authenticated client or user */
    keep(explanation: Explanation, caller: 'anonymous' | 'known'): void {
      const { requestId: id, at } = explanation
      const text = written(explanation)
      // Each trace is its own share, because the store can look up shares by the start of their keys.
      const bounds = { perShare: 1, since: now() - KEEP_MS, expendable: true } as const
      const kept =
        caller === 'known'
          ? Promise.all([
              records.claim(KIND, id, text, KEEP_MS),
              bounded.put(KNOWN_IDS, [{ id, share: id, at, text: '' }], 'keep', { ...bounds, total: KNOWN_MAX }),
            ])
          : bounded.put(ANONYMOUS, [{ id, share: id, at, text }], 'keep', { ...bounds, total: ANONYMOUS_MAX })
      kept.catch(report)
    },
    /** @param typed an ID in any spelling that users type */
    async find(typed: string): Promise<Explanation | undefined> {
      for (const id of requestIdsIn(typed)) {
        const found = await findById(id)
        if (found !== undefined) return found
      }
      return undefined
    },
    /** Traces whose Portico ID starts with the text (six or more characters). Only for the panel and command line. */
    beginningWith: (typed: string, limit: number): Promise<readonly Explanation[]> =>
      findAll(requestIdBeginning(typed), limit),
    /** Suggestions for a typed ID that has no match: traces whose IDs have a similar prefix. */
    near: (typed: string, limit: number): Promise<readonly Explanation[]> => findAll(nearbyBeginning(typed), limit),
  }
}

const CUT: TraceStep = { step: 'record', found: 'too large to store, so its steps and facts are missing' }

function written(explanation: Explanation): string {
  const text = writeRecord(explanation)
  return Buffer.byteLength(text) <= LARGEST ? text : writeRecord({ ...explanation, steps: [CUT], facts: {} })
}
