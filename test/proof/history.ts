/**
 * Requests to the service and its responses, as the checker reads them: one entry per operation, with the time of its
 * request and of its response. A hash identifies a token. A recording on disk is JSONL.
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
  /** The result of a use. */
  readonly yields?: readonly string[]
  /** The owner of a birth, or the target of an act. */
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
