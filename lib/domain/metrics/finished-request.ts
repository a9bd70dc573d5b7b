import type { Deny } from '../../../policies/verdict.ts'
import type { AuditEventName } from '../audit/events.ts'
import type { Client } from '../clients/client-record.ts'

export interface FinishedRequest {
  readonly route: { readonly name: string }
  /** The page of a sign-in, when first shown: not when shown again with an error. */
  readonly shown?: 'page' | 'second-step' | 'consent'
  readonly client?: Client
  readonly subject?: string
  readonly event?: AuditEventName
  readonly refusal?: Deny
  /** The client authenticated with its secret or an assertion. */
  readonly authenticated?: true
}
