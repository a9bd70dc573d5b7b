import type { InvalidJson } from '../data/json-text.ts'

/** Only configuration errors show received values, because the operator wrote those values. They never show secrets. */
export const CONFIG_ISSUES = {
  E1001: 'the value is not one that the key takes',
  E1002: 'there is no such key',
  E1003: 'a secret is missing, too short, or the example from the documentation',
  E1004: 'a key that has no default is missing',
  E1005: 'two entries share what each must have alone',
  E1006: 'two settings contradict each other',
  E1007: 'a variable is given twice, as NAME and as NAME_FILE',
  E1008: 'a file cannot be read',
  E1009: 'a file is not JSON',
  E1010: 'the store was written with another root secret',
  E1011: 'the store belongs to the service at another address',
  E1012: 'the store is written in a format of a later release',
  E1013: 'a package that a setting needs is not installed',
  E1014: 'a line of .env is ambiguous or malformed',
} as const

export type ConfigIssueCode = keyof typeof CONFIG_ISSUES

/** An invalid or missing setting. */
export interface ConfigIssue {
  /** Stable code, such as `E1002` for an unknown key. */
  readonly code: ConfigIssueCode
  /** For example `lifetimes.accessToken`, `clients[0].redirect_uris[1]`, or the name of a variable. */
  readonly path: string
  /** Description of a valid value. */
  readonly expected: string
  /** The value or, for secrets and nested values, its kind and length. */
  readonly received: string
  /** How to fix the issue. */
  readonly hint?: string
  /** Source of a value that was not set in code, for example `BASE_URL` or `/etc/portico.json`. */
  readonly origin?: string
}

export function configIssue(
  code: ConfigIssueCode,
  path: string,
  expected: string,
  received: string,
  hint?: string,
): ConfigIssue {
  return hint === undefined ? { code, path, expected, received } : { code, path, expected, received, hint }
}

/** Thrown for invalid settings. The message lists every issue, without secrets. */
export class ConfigError extends Error {
  /** Identifies this error class without `instanceof`. */
  override readonly name = 'ConfigError'
  constructor(
    /** All issues, from every source. */
    readonly issues: readonly ConfigIssue[],
  ) {
    super(printIssues(issues))
  }
}

// Longer cells do not widen the column; they only push the rest of the row to the right.
const WIDEST_COLUMN = 48

interface Row {
  readonly cells: readonly [where: string, expected: string, received: string]
  readonly code: ConfigIssueCode
  readonly hint: string | undefined
}

function printIssues(issues: readonly ConfigIssue[]): string {
  const rows = issues.map(rowOf)
  const widthOf = (column: number) => Math.max(...rows.map(({ cells }) => cells[column]?.length ?? 0))
  const widths = [0, 1, 2].map((column) => Math.min(WIDEST_COLUMN, widthOf(column)))
  const lines = rows.flatMap(({ cells, code, hint }) => [
    ` ✖ ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}  ${code}`,
    ...(hint === undefined ? [] : [`     hint: ${hint}`]),
  ])
  return [`${issues.length} ${issues.length === 1 ? 'problem' : 'problems'} in the configuration`, ...lines].join('\n')
}

function rowOf({ code, path, expected, received, hint, origin }: ConfigIssue): Row {
  const where = origin === undefined ? path : `${path} (${origin})`
  if (code !== 'E1002') return { cells: [where, `expected ${expected}`, `got ${received}`], code, hint }
  // The row for an unknown key shows only a suggestion, because there is no expected value.
  return hint !== undefined && hint.length <= WIDEST_COLUMN
    ? { cells: [where, 'unknown key', hint], code, hint: undefined }
    : { cells: [where, 'unknown key', ''], code, hint }
}

/** @param path the setting or variable that contains the JSON */
export const notJson = (path: string, { expected, line, column, hint }: InvalidJson): ConfigIssue =>
  configIssue('E1009', path, expected, `something else at line ${line}, column ${column}`, hint)
