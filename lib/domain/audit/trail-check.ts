import type { DocumentStore } from '../../ports/documents.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import type { Logger } from '../../ports/logger.ts'
import { repeated } from '../in-time.ts'
import type { Signer } from '../keys/signer.ts'
import { readRecord, writeRecord } from '../stored-record.ts'
import type { AuditTrail } from './audit-trail.ts'
import type { AuditHead, AuditVerdict } from './audit-verification.ts'

/** Number of entries per step, and the pause before the next step. */
const STEP = 1_000
const STEP_PAUSE_MS = 5_000
/** The pause after verifying the whole trail, and how often each node checks whether that pause is over. */
const REST_MS = 60 * 60_000
const LOOK_MS = 5 * 60_000
/** Delay before verification starts, so that it does not slow down Portico's startup. */
const FIRST_MS = 60_000
const PLACE = ['audit', 'checked'] as const
const CODE_LENGTH = 43

/** Result of the last complete round of verification. */
export type TrailState =
  | { readonly state: 'verifying' }
  | { readonly state: 'verified'; readonly at: number; readonly entries: number }
  | { readonly state: 'broken'; readonly at: number; readonly seq: number }

type Broken = Extract<AuditVerdict, { readonly outcome: 'broken' }>

interface Progress {
  /** The last verdict on the whole trail, and the newest entry it covers. */
  readonly last?:
    | (Exclude<TrailState, { readonly state: 'verifying' }> & { readonly head?: AuditHead | undefined })
    | undefined
  /** Where the current round continues, and how many entries it has covered so far; absent between rounds. */
  readonly round?: { readonly after: AuditHead; readonly entries: number }
  readonly changedAt: number
}

/**
 * Verifies the whole trail in the background, one part at a time, and starts over an hour after finishing. The nodes
 * take turns and share their progress, so the store is read only once. The stored progress carries an authentication
 * code, so write access to the store is not enough to forge a verification.
 */
export type TrailCheck = ReturnType<typeof trailCheck>

export interface TrailCheckParts {
  readonly audit: Pick<AuditTrail, 'verify'>
  readonly documents: Pick<DocumentStore, 'read' | 'replace'>
  readonly records: Pick<EphemeralStore, 'claim'>
  readonly signer: Signer
  /** Whether a running node has a different root secret. If so, the lines it writes would look forged to this node. */
  readonly hasOtherSecrets: () => Promise<boolean>
  readonly now: () => number
  readonly logger: Logger
  readonly report: (error: unknown) => void
}

export function trailCheck(parts: TrailCheckParts) {
  const { audit, documents, records, signer, hasOtherSecrets, now, logger, report } = parts
  let stop = (): void => {}

  const read = async (): Promise<{ readonly text: string | undefined; readonly progress: Progress | undefined }> => {
    const text = await documents.read(...PLACE)
    if (text === undefined) return { text, progress: undefined }
    const [code, record] = [text.slice(0, CODE_LENGTH), text.slice(CODE_LENGTH)]
    return { text, progress: signer.index(signed(record), code) < 0 ? undefined : readRecord<Progress>(record) }
  }
  const write = async (before: string | undefined, progress: Progress): Promise<void> => {
    const record = writeRecord(progress)
    // The write fails only if another node got there first and recorded the same progress.
    await documents.replace(...PLACE, before, `${signer.sign(signed(record))}${record}`)
  }
  const broken = ({ seq, why }: Broken): TrailState & { readonly state: 'broken' } => {
    logger.error({ code: 'audit-broken', seq, why }, 'audit trail is broken')
    return { state: 'broken', at: now(), seq }
  }

  async function partOf({ last, round }: Progress): Promise<AuditVerdict> {
    // The last verified entry must still exist, directly followed by the next one.
    if (round === undefined && last?.state === 'verified' && last.head !== undefined) {
      const since = await audit.verify({ part: { after: last.head, most: 1 } })
      if (since.outcome === 'broken') return since
    }
    return audit.verify({ part: { after: round?.after, most: STEP } })
  }

  /** Verifies the next part, unless another node is doing so or it is not yet time. */
  async function step(): Promise<'resting' | 'under-way'> {
    const { text, progress = { changedAt: -Infinity } } = await read()
    if (progress.round === undefined && now() < progress.changedAt + REST_MS) return 'resting'
    if ((await records.claim('audit-check', 'turn', 'taken', STEP_PAUSE_MS)) === 'taken') return 'under-way'
    const verdict = await partOf(progress)
    const changedAt = now()
    if (verdict.outcome === 'broken') {
      if (await hasOtherSecrets()) return 'resting'
      await write(text, { last: broken(verdict), changedAt })
      return 'resting'
    }
    const entries = (progress.round?.entries ?? 0) + verdict.entries
    const { upTo } = verdict
    if (verdict.entries === STEP && upTo !== undefined) {
      await write(text, { last: progress.last, round: { after: upTo, entries }, changedAt })
      return 'under-way'
    }
    await write(text, { last: { state: 'verified', at: changedAt, entries, head: upTo }, changedAt })
    return 'resting'
  }

  const round = (): Promise<number> =>
    step().then(
      (outcome) => (outcome === 'resting' ? LOOK_MS : STEP_PAUSE_MS),
      (error: unknown) => {
        report(error)
        return LOOK_MS
      },
    )

  return {
    step,
    state: async (): Promise<TrailState> => (await read()).progress?.last ?? { state: 'verifying' },
    start(): void {
      stop = repeated(round, FIRST_MS)
    },
    stop: () => stop(),
  }
}

const signed = (record: string): string => `checked\n${record}`
