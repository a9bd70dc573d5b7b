import type { Deny } from '../../../policies/verdict.ts'
import type { TokenResponse } from './mint.ts'

/** The outcome of a grant, with what is known of its family for the log and the audit trail. */
export type GrantResult = {
  /** Known as soon as the family is. */
  readonly sid?: string
  /** Known once the grant itself was valid. */
  readonly subject?: string
} & (
  | { readonly outcome: 'issued'; readonly tokens: TokenResponse }
  | { readonly outcome: 'denied'; readonly denial: Deny }
)
