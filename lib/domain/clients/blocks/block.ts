/**
 * What a block is made of. Names that users entered appear in comments only; values are quoted, so that whatever reads the block sets
 * values and does nothing else.
 */
import type { Client } from '../client-record.ts'

export interface ConfiguredClient
  extends Pick<
    Client,
    'clientId' | 'clientName' | 'type' | 'environment' | 'redirectUris' | 'postLogoutRedirectUris' | 'idTokenClaims'
  > {
  readonly scopes: readonly string[]
}

export interface EnvironmentBlock {
  readonly client: ConfiguredClient
  readonly issuer: string
  /** In clear, in the one answer that shows it; undefined afterwards. */
  readonly secret: string | undefined
  readonly at: Date
}

/** A part of a block: what is pasted into one file. */
export interface BlockPart {
  /** Name of the file, as the library's own guide has it. */
  readonly file: string
  /** `variables`: assignments of the environment, which may stand among others; `file`: the whole file, or a piece of it. */
  readonly kind: 'variables' | 'file'
  /** What a comment begins with there. */
  readonly comment: '#' | '//'
  readonly text: string
}

export interface Variable {
  readonly name: string
  /** Undefined for a secret that is gone. */
  readonly value: string | undefined
  /** A shell reads the file, and hands on only what is exported. */
  readonly exported: boolean
}

/** A part of a block before it has its heading. */
export interface PartDraft extends Omit<BlockPart, 'text'> {
  /** The file, or the remarks about the variables. */
  readonly lines: readonly string[]
  readonly variables: readonly Variable[]
}

/**
 * Plain words stay as they are, words with spaces get double quotes. Everything else gets single quotes, in which a shell
 * interprets nothing; a value with a single quote has no form that all readers share, so the shell's is used.
 */
export function quoted(value: string): string {
  if (/^[A-Za-z0-9_./:@%+=,-]*$/.test(value)) return value
  if (/^[A-Za-z0-9_./:@%+=, -]*$/.test(value)) return `"${value}"`
  return `'${value.replaceAll("'", "'\\''")}'`
}
