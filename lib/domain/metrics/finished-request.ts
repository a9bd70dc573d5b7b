import type { Deny } from '../../../policies/verdict.ts'
import type { AuditEventName } from '../audit/events.ts'
import type { Client } from '../clients/client-record.ts'

/** What the counters take from a request once it has been answered. */
export interface FinishedRequest {
  readonly route: { readonly name: string }
  /** The page of a sign-in that was shown for the first time: not again after a fault. */
  readonly shown?: 'page' | 'second-step' | 'consent'
  readonly client?: Client
  /** The user, once known. */
  readonly subject?: string
  readonly event?: AuditEventName
  readonly refusal?: Deny
  /** The client has proved who it is, with its secret or an assertion. */
  readonly authenticated?: true
}
