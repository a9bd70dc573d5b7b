/** What the doctor says: for a person by group, one line each; as JSON, and as exit code. */
import type { Finding } from '../../../policies/findings.ts'
import type { ExitCode } from '../terminal/command.ts'
import { json } from '../terminal/command.ts'

/** What was looked at together, and what was found. */
export interface Looked {
  readonly group: string
  readonly findings: readonly Finding[]
  /** What a person may want to know though it is well. */
  readonly notes: readonly string[]
}

/** Takes what a person may want to know. */
export type Note = (text: string) => void

export const jsonOf = (looked: readonly Looked[]): string =>
  json({
    findings: findingsIn(looked).map(({ code, severity, what, why, mend }) => ({ code, severity, what, why, mend })),
  })

export const textOf = (looked: readonly Looked[]): string =>
  looked
    .flatMap(({ group, findings, notes }) => [
      `${group}${findings.length === 0 ? ': nothing found' : ''}`,
      ...findings.map(lineOf),
      ...notes.map((note) => `  ${'seen'.padEnd(7)}  ${note}`),
    ])
    .join('\n')

/** 0 without findings, 1 with warnings only, 2 with an error. */
export function exitCodeOf(looked: readonly Looked[]): ExitCode {
  const found = findingsIn(looked)
  if (found.some(({ severity }) => severity === 'error')) return 2
  return found.length > 0 ? 1 : 0
}

const findingsIn = (looked: readonly Looked[]): readonly Finding[] => looked.flatMap(({ findings }) => findings)

const lineOf = ({ code, severity, what, why, mend }: Finding): string =>
  `  ${severity.padEnd(7)}  ${code}: ${what}. ${why} ${mend}`
