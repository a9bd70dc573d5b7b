import type { SubjectState } from './subjects.ts'

/** IDs of the records to read. A record whose ID is omitted is not read. */
export interface TokenStateQuery {
  /** ID of the token family. */
  readonly family?: string
  /** One or two client IDs: the token's client and the caller. */
  readonly clients?: readonly string[]
  /** Arguments of `SubjectStore.read`. */
  readonly subject?: { readonly id: string; readonly session: string; readonly client?: string }
}

/** The records that a query selected. */
export interface TokenState {
  /** Family record; undefined if it is missing, expired, or not queried. */
  readonly family: string | undefined
  /** Client records, in the order of the IDs in the query. */
  readonly clients: readonly (string | undefined)[]
  /** Subject state; undefined if it is not queried. */
  readonly subject: SubjectState | undefined
}

/** Reads the family, clients, and subject in one round trip, because every token check needs them. */
export interface TokenStateReader {
  /** Returns the same records as `FamilyStore.read`, `ClientStore.find`, and `SubjectStore.read`. */
  look(query: TokenStateQuery): Promise<TokenState>
}
