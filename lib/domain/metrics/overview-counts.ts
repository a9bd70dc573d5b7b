import type { ClientAttention } from '../../../policies/attention.ts'
import { readRecord, writeRecord } from '../stored-record.ts'

/** What the panel's first page shows of all clients and users, counted in the background (overview-counting.ts). */
export interface OverviewCounts {
  /** Milliseconds since the epoch. */
  readonly countedAt: number
  readonly clients: number
  /** Apps that somebody used in the last 7 days, or tried to; the worst first, `APPS_MAX` at most. */
  readonly apps: readonly AppCounts[]
  /** Apps that are broken, the one with most refusals first, `INCIDENTS_MAX` at most. */
  readonly incidents: readonly Incident[]
  readonly attention: readonly AttentionCount[]
  /** Absent where the directory is the host's own. */
  readonly users?: UserCounts
}

export interface AppCounts {
  readonly clientId: string
  readonly name: string
  readonly begun: number
  readonly completed: number
  /** The most frequent refusal, by its cause (policies/errors.ts). */
  readonly fault?: { readonly ref: string; readonly count: number }
  /** Sign-ins of the last 30 days, oldest first. */
  readonly days: readonly number[]
}

export type Incident = { readonly clientId: string; readonly name: string } & (
  | { readonly kind: 'failing'; readonly ref: string; readonly count: number; readonly since: string }
  /** Somebody signed in every workday, and since the day after this one nobody has. */
  | { readonly kind: 'silent'; readonly last: string }
)

export interface AttentionCount {
  readonly reason: ClientAttention
  readonly count: number
  /** The first of them in order of id, `LISTED_MAX` at most. */
  readonly clientIds: readonly string[]
}

export interface UserCounts {
  readonly total: number
  /** Of so many the rest was counted: as a rule all. */
  readonly counted: number
  readonly suspended: number
  readonly mustChangePassword: number
  /** Users with a second step, and by its kind; who has both counts as both. */
  readonly secondStep: { readonly any: number; readonly passkey: number; readonly authenticator: number }
}

export const APPS_MAX = 10
export const INCIDENTS_MAX = 20
export const LISTED_MAX = 500

export const readCounts = (text: string): OverviewCounts => readRecord<OverviewCounts>(text)
export const writeCounts = (counts: OverviewCounts): string => writeRecord(counts)

/** The app that fails most sign-ins comes first; of those that fail none, the one that is used most. */
export function worstFirst(a: AppCounts, b: AppCounts): number {
  return lost(b) - lost(a) || b.completed - a.completed || (a.clientId < b.clientId ? -1 : 1)
}

const lost = ({ begun, completed, fault }: AppCounts): number =>
  completed < begun / 2 ? 1_000_000 + begun - completed : (fault?.count ?? 0)
