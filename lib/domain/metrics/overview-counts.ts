import type { ClientAttention } from '../../../policies/attention.ts'
import type { AccountGroup } from './account-groups.ts'

/** The panel's overview of all clients and users, counted in the background (overview-counting.ts). */
export interface OverviewCounts {
  /** Milliseconds since the epoch. */
  readonly countedAt: number
  readonly clients: number
  /** Apps with sign-ins or refusals in the last 7 days, worst first, at most `APPS_MAX`. */
  readonly apps: readonly AppCounts[]
  /** Broken apps, with the most refusals first, at most `INCIDENTS_MAX`. */
  readonly incidents: readonly Incident[]
  /** Number of apps and of incidents, including those that are not listed. */
  readonly all?: { readonly apps: number; readonly incidents: number }
  readonly attention: readonly AttentionCount[]
  /** Absent if the host provides the directory. */
  readonly users?: UserCounts
}

export interface AppCounts {
  readonly clientId: string
  readonly name: string
  readonly started: number
  readonly completed: number
  /** The most common refusal, identified by its cause (policies/errors.ts). */
  readonly error?: { readonly ref: string; readonly count: number }
  /** Sign-ins on each of the last 30 days, oldest first. */
  readonly days: readonly number[]
}

export type Incident = { readonly clientId: string; readonly name: string } & (
  | { readonly kind: 'failing'; readonly ref: string; readonly count: number; readonly since: string }
  /** An app in regular use that users have stopped signing in to; `last` is the day of the last sign-in. */
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
  /** The number of users that the other counts cover, usually all of them. */
  readonly counted: number
  /** Users with a second factor, in total and by kind. A user with both kinds is counted under each. */
  readonly secondStep: { readonly any: number; readonly passkey: number; readonly authenticator: number }
  /** Users in each group; absent in counts of the previous version. */
  readonly groups?: Readonly<Record<AccountGroup, number>>
  /** Users that a rule, also one to come, would stop, as in the plan (second-factor-plan.ts). */
  readonly mustSetUp?: number
}

export const APPS_MAX = 10
export const INCIDENTS_MAX = 20
export const LISTED_MAX = 500

/** Sorts apps with the most failed sign-ins first; without failures, the most used app comes first. */
export function worstFirst(a: AppCounts, b: AppCounts): number {
  return lost(b) - lost(a) || b.completed - a.completed || (a.clientId < b.clientId ? -1 : 1)
}

const lost = ({ started, completed, error }: AppCounts): number =>
  completed < started / 2 ? 1_000_000 + started - completed : (error?.count ?? 0)
