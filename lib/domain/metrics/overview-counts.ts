import type { ClientAttention } from '../../../policies/attention.ts'

/** The panel's overview of all clients and users, counted in the background (overview-counting.ts). */
export interface OverviewCounts {
  /** Milliseconds since the epoch. */
  readonly countedAt: number
  readonly clients: number
  /** Apps with sign-ins or refusals in the last 7 days; the worst first, at most `APPS_MAX`. */
  readonly apps: readonly AppCounts[]
  /** Broken apps, the one with most refusals first, at most `INCIDENTS_MAX`. */
  readonly incidents: readonly Incident[]
  readonly attention: readonly AttentionCount[]
  /** Absent with a host directory. */
  readonly users?: UserCounts
}

export interface AppCounts {
  readonly clientId: string
  readonly name: string
  readonly started: number
  readonly completed: number
  /** The most frequent refusal, by its cause (policies/errors.ts). */
  readonly error?: { readonly ref: string; readonly count: number }
  /** Sign-ins of the last 30 days, oldest first. */
  readonly days: readonly number[]
}

export type Incident = { readonly clientId: string; readonly name: string } & (
  | { readonly kind: 'failing'; readonly ref: string; readonly count: number; readonly since: string }
  /** An app in regular use without a sign-in since the day after `last`. */
  | { readonly kind: 'silent'; readonly last: string }
)

export interface AttentionCount {
  readonly reason: ClientAttention
  readonly count: number
  /** In order of ID, at most `LISTED_MAX`. */
  readonly clientIds: readonly string[]
}

export interface UserCounts {
  readonly total: number
  /** The number of users behind the other counts: usually all. */
  readonly counted: number
  readonly suspended: number
  readonly mustChangePassword: number
  /** Users with a second step, in total and by kind; a user with both kinds counts for both. */
  readonly secondStep: { readonly any: number; readonly passkey: number; readonly authenticator: number }
}

export const APPS_MAX = 10
export const INCIDENTS_MAX = 20
export const LISTED_MAX = 500

/** The app with the most failed sign-ins first; without failures, the most used one. */
export function worstFirst(a: AppCounts, b: AppCounts): number {
  return lost(b) - lost(a) || b.completed - a.completed || (a.clientId < b.clientId ? -1 : 1)
}

const lost = ({ started, completed, error }: AppCounts): number =>
  completed < started / 2 ? 1_000_000 + started - completed : (error?.count ?? 0)
