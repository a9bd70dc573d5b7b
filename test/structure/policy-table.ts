import { BUDGETS, type Budget } from '../../policies/budgets.ts'
import { readSource, sourceFiles } from './sources.ts'
import { code, type Parts, table } from './tables/parts.ts'

/** The header of a rule. */
export interface PolicyHeader {
  readonly file: string
  /** The first sentence. */
  readonly rule: string
  readonly spec: string
  /** Clauses of standards, if any. */
  readonly rfc: string
  readonly deny: string
  readonly enforced: readonly string[]
  readonly tests: readonly string[]
}

export const policyFiles = (): readonly string[] => sourceFiles(['policies'])

/** @throws if a line is missing: it shows where the rule is enforced and tested */
export function readPolicyHeader(file: string): PolicyHeader {
  const comment = /^\/\*\*\n([\s\S]*?)\n \*\//.exec(readSource(file))?.[1]
  if (comment === undefined) throw new Error(`${file} does not begin with a header`)
  const lines = comment.split('\n').map((line) => line.replace(/^ \* ?/, ''))
  const field = (name: string): string => {
    const at = lines.findIndex((line) => line.startsWith(`${name} `))
    if (at === -1) throw new Error(`${file} has no line ${name}`)
    const more = lines.slice(at + 1).findIndex((line) => !line.startsWith('          '))
    return lines
      .slice(at, at + 1 + (more === -1 ? lines.length : more))
      .map((line) => line.slice(10).trim())
      .join(' ')
  }
  const prose = lines.slice(0, lines.indexOf('')).join(' ')
  const paths = (text: string): readonly string[] =>
    [...text.matchAll(/\b(?:lib|policies|adapters|test|examples)\/[\w/.-]+\w/g)].map(([path]) => path)
  return {
    file,
    rule: /^.*?(?=\.(?: |$))/.exec(prose)?.[0] ?? prose,
    spec: field('Spec'),
    rfc: lines.some((line) => line.startsWith('RFC ')) ? field('RFC') : '',
    deny: field('Deny'),
    enforced: paths(field('Enforced')),
    tests: paths(field('Tests')),
  }
}

export const BUDGET_TABLE: Parts = {
  budgets: () =>
    table(
      ['budget', 'limit', 'seconds', 'above'],
      Object.entries(BUDGETS).flatMap(([group, budgets]) =>
        Object.entries<Budget>(budgets).map(([name, { limit, windowSeconds, onExceeded }]) => [
          code(`${group}.${name}`),
          String(limit),
          String(windowSeconds),
          onExceeded,
        ]),
      ),
    ),
}
