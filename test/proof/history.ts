/**
 * What was asked of the service and what it answered, as the checker reads it: one entry an operation, with its time of
 * asking and of answering. Tokens are told by a hash. A recording on disk is JSONL.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

/** Uses of a one-shot artefact; looks at a token; acts that kill; the birth of a family. */
export type Operation =
  | 'authorize'
  | 'redeem'
  | 'refresh'
  | 'introspect'
  | 'userinfo'
  | 'revoke'
  | 'disable'
  | 'enable'
  | 'logout'
  | 'end-session'
  | 'withdraw'

export interface Entry {
  readonly op: Operation
  readonly node: string
  /** By one clock: milliseconds, or steps of a schedule. */
  readonly start: number
  readonly end: number
  /** What was presented; at `authorize`, the code that was given. */
  readonly artefact?: string
  /** What a use gave. */
  readonly yields?: readonly string[]
  /** Whom a birth belongs to, or an act is aimed at. */
  readonly client?: string
  readonly subject?: string
  readonly session?: string
  /** The family may outlive its browser session (D-S3). */
  readonly offline?: boolean
  /** 0: no answer came. */
  readonly status: number
  readonly error?: string
  readonly ref?: string
  /** What introspection said. */
  readonly active?: boolean
}

export function artefactHash(value: string): string {
  return createHash('sha256').update(value).digest('base64url').slice(0, 16)
}

export function writeHistory(file: string, entries: readonly Entry[]): void {
  writeFileSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
}

export function readHistory(file: string): readonly Entry[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry)
}
