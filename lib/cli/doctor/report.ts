/** The doctor's report, either as text grouped by check or as JSON, and its exit code. */
import type { Finding } from '../../../policies/findings.ts'
import { ENGLISH_ISSUES, findingText } from '../../web/ui/texts/issues.ts'
import { type ExitCode, json } from '../terminal/command.ts'

/** Findings from one group of checks. */
export interface Inspection {
  readonly group: string
  readonly findings: readonly Finding[]
  /** Information that is not a finding. */
  readonly notes: readonly string[]
}

/** Receives information that is not a finding. */
export type Note = (text: string) => void

export const jsonOf = (inspections: readonly Inspection[]): string =>
  json({
    findings: findingsIn(inspections).map((found) => ({
      code: found.code,
      severity: found.severity,
      ...findingText(found, ENGLISH_ISSUES),
    })),
  })

export const textOf = (inspections: readonly Inspection[]): string =>
  inspections
    .flatMap(({ group, findings, notes }) => [
      `${group}${findings.length === 0 ? ': nothing found' : ''}`,
      ...findings.map(lineOf),
      ...notes.map((note) => `  ${'seen'.padEnd(7)}  ${note}`),
    ])
    .join('\n')

/** 0 if there are no findings, 1 if there are only warnings, 2 if there is an error. */
export function exitCodeOf(inspections: readonly Inspection[]): ExitCode {
  const found = findingsIn(inspections)
  if (found.some(({ severity }) => severity === 'error')) return 2
  return found.length > 0 ? 1 : 0
}

const findingsIn = (inspections: readonly Inspection[]): readonly Finding[] =>
  inspections.flatMap(({ findings }) => findings)

function lineOf(found: Finding): string {
  const { what, why, fix } = findingText(found, ENGLISH_ISSUES)
  return `  ${found.severity.padEnd(7)}  ${found.code}: ${what}. ${why} ${fix}`
}
