import type { Deny } from '../../../policies/verdict.ts'
import type { AuditEventName } from '../audit/events.ts'
import type { Client } from '../clients/client-record.ts'

export interface FinishedRequest {
  readonly route: { readonly name: string }
  /** The sign-in page that was shown for the first time; absent if it was shown again with an error. */
  readonly shown?: 'page' | 'second-step' | 'consent'
  readonly client?: Client
  readonly subject?: string
  readonly event?: AuditEventName
  readonly refusal?: Deny
  /** Set if the client authenticated with its secret or an assertion. */
  readonly authenticated?: true
}
