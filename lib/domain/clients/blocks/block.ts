/** Names that users entered appear only in comments; values are quoted, so that reading a block only sets values. */
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
  /** In clear text in the one response that shows it; undefined afterwards. */
  readonly secret: string | undefined
  readonly at: Date
}

/** A part of a block, to be pasted into one file. */
export interface BlockPart {
  /** Name of the file in the library's guide. */
  readonly file: string
  /** `variables`: assignments of the environment, next to others; `file`: the whole file, or a piece of it. */
  readonly kind: 'variables' | 'file'
  /** Start of a comment in this file. */
  readonly comment: '#' | '//'
  readonly text: string
}

export interface Variable {
  readonly name: string
  /** Undefined for a secret that is no longer available. */
  readonly value: string | undefined
  /** A shell reads the file and passes on exported variables only. */
  readonly exported: boolean
}

/** A part of a block before it has its heading. */
export interface PartDraft extends Omit<BlockPart, 'text'> {
  /** The file, or the remarks about the variables. */
  readonly lines: readonly string[]
  readonly variables: readonly Variable[]
}

/**
 * Plain words stay unquoted; words with spaces get double quotes. All other values get single quotes, in which a shell
 * interprets nothing. No form of a single quote fits all readers, so the shell's form is used.
 */
export function quoted(value: string): string {
  if (/^[A-Za-z0-9_./:@%+=,-]*$/.test(value)) return value
  if (/^[A-Za-z0-9_./:@%+=, -]*$/.test(value)) return `"${value}"`
  return `'${value.replaceAll("'", "'\\''")}'`
}
