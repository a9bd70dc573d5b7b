/** What the page of an entry shows besides its facts. */
import type { EntryFacts } from './activity-entry-facts-view.tsx'

export interface EntryChange {
  readonly field: string
  readonly label?: string | undefined
  /** Several values where the field has several. */
  readonly before: readonly string[]
  readonly after: readonly string[]
}

export interface EntryFound extends EntryFacts {
  /** Why it was refused, in words. */
  readonly because?: string | undefined
  /** Whether the trace of its request can still be looked up. */
  readonly explained: 'kept' | 'not-kept'
  readonly changes: readonly EntryChange[]
  readonly json: string
  /** A refusal has no place in the chain, but a code of its own. */
  readonly chain: ChainPlace | undefined
  readonly seal: 'intact' | 'broken'
}

export interface ChainPlace {
  readonly before: 'kept' | 'first' | 'dropped' | 'missing'
  readonly hash: string
  readonly hashBefore?: string | undefined
  readonly link: 'intact' | 'broken'
}
