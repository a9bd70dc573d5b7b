import type { SubjectState } from './subjects.ts'

/** What to fetch; an absent part is not fetched. */
export interface TokenStateQuery {
  readonly family?: string
  /** One or two clients: the one the token was issued to, and the caller. */
  readonly clients?: readonly string[]
  readonly subject?: { readonly id: string; readonly session: string; readonly client?: string }
}

export interface TokenState {
  readonly family: string | undefined
  /** In the order of the query. */
  readonly clients: readonly (string | undefined)[]
  readonly subject: SubjectState | undefined
}

/** Reads family, clients and subject in one round trip: this is the hot path of every token check. */
export interface TokenStateReader {
  /** The parts as `FamilyStore.read`, `ClientStore.find` and `SubjectStore.read` give them. */
  look(query: TokenStateQuery): Promise<TokenState>
}
