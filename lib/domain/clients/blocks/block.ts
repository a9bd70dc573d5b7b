/** Blocks are safe to run in a shell: user-supplied names appear only in comments, and all values are quoted. */
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
  /** The secret in clear text. Only defined in the one response that shows it. */
  readonly secret: string | undefined
  readonly at: Date
}

/** Part of a block, to be pasted into a single file. */
export interface BlockPart {
  /** Name of the file, as used in the library's guide. */
  readonly file: string
  /** `variables`: assignments to add to an environment file; `file`: a whole file, or a snippet of one. */
  readonly kind: 'variables' | 'file'
  /** Comment prefix in this file. */
  readonly comment: '#' | '//'
  readonly text: string
}

/** A text with a file name above each part, unless there is only one. */
export const joinedParts = (parts: readonly BlockPart[]): string =>
  parts.length === 1 ? (parts[0]?.text ?? '') : namedParts(parts)

export const namedParts = (parts: readonly BlockPart[]): string =>
  parts.map(({ file, comment, text }) => `${comment} --- ${file}\n${text}`).join('\n\n')

export interface Variable {
  readonly name: string
  /** Undefined for a secret that is no longer available. */
  readonly value: string | undefined
  /** Whether the variable needs `export`, because a shell reads the file and passes on only exported variables. */
  readonly exported: boolean
}

/** Part of a block before its heading is added. */
export interface PartDraft extends Omit<BlockPart, 'text'> {
  /** The file's lines, or the remarks about the variables. */
  readonly lines: readonly string[]
  readonly variables: readonly Variable[]
}

/**
 * Plain words stay unquoted; words with spaces get double quotes. All other values get single quotes, in which a shell
 * interprets nothing. Parsers differ in how they escape single quotes; this function escapes them the way a shell does.
 */
export function quoted(value: string): string {
  if (/^[A-Za-z0-9_./:@%+=,-]*$/.test(value)) return value
  if (/^[A-Za-z0-9_./:@%+=, -]*$/.test(value)) return `"${value}"`
  return `'${value.replaceAll("'", "'\\''")}'`
}
