import { createHmac } from 'node:crypto'
import type { AuditLine, AuditLog } from '../../ports/audit-log.ts'

/** The audit trail's hash chain. Each hash is an HMAC, under the root secret, of the line and the previous hash. */
export type AuditChain = ReturnType<typeof auditChain>

const textOf = (before: string, { seq, at, entry }: Omit<AuditLine, 'hash'>): string =>
  [before, seq, at, entry].join('\n')

/** @param keys derived from the root secrets, newest first */
export function auditChain(keys: readonly [Buffer, ...Buffer[]]) {
  const hmac = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('hex')
  return {
    link: (before: string, line: Omit<AuditLine, 'hash'>): string => hmac(keys[0], textOf(before, line)),
    verify(before: string, line: AuditLine): ChainedLine['link'] {
      const text = textOf(before, line)
      return keys.some((key) => hmac(key, text) === line.hash) ? 'intact' : 'broken'
    },
  }
}

/** A line of the trail, and whether its link to the previous line is intact. */
export interface ChainedLine {
  readonly line: AuditLine
  /** `first`: there is no previous line. `dropped`: it was trimmed. `missing`: it should exist but does not. */
  readonly before: 'kept' | 'first' | 'dropped' | 'missing'
  /** Hash of the previous line: empty for the very first line, undefined if the previous line is missing. */
  readonly hashBefore: string | undefined
  /** `broken`: the stored hash does not match this line and the previous hash. */
  readonly link: 'intact' | 'broken'
}

/** The line at a position; undefined if it never existed or was trimmed. */
export async function chainedLine(log: AuditLog, chain: AuditChain, seq: number): Promise<ChainedLine | undefined> {
  const lines = await log.read(Math.max(1, seq - 1), 'newer', 2)
  const line = lines.find((candidate) => candidate.seq === seq)
  if (line === undefined) return undefined
  const last = lines.find((candidate) => candidate.seq === seq - 1)
  const bounds = last === undefined ? await log.bounds() : undefined
  const hashBefore = last?.hash ?? (bounds?.first === seq ? bounds.hashBeforeFirst : undefined)
  const before = last !== undefined ? 'kept' : hashBefore === undefined ? 'missing' : seq === 1 ? 'first' : 'dropped'
  return {
    line,
    before,
    hashBefore,
    link: hashBefore === undefined ? 'broken' : chain.verify(hashBefore, line),
  }
}
