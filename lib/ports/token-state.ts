import type { SubjectState } from './subjects.ts'

/** What a look-up may ask for; each part that is absent is not fetched. */
export interface TokenStateQuery {
  readonly family?: string
  /** One or two clients: whose token it is, and who asks. */
  readonly clients?: readonly string[]
  readonly subject?: { readonly id: string; readonly session: string; readonly client?: string }
}

export interface TokenState {
  readonly family: string | undefined
  /** In the order of the query. */
  readonly clients: readonly (string | undefined)[]
  readonly subject: SubjectState | undefined
}

/** Reads family, clients and subject together, in one round trip: this is the hot path of every token check. */
export interface TokenStateReader {
  /** The parts as `FamilyStore.read`, `ClientStore.find` and `SubjectStore.read` give them. */
  look(query: TokenStateQuery): Promise<TokenState>
}
