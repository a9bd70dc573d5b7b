/** The clause sheet: clauses of security standards, each with its status. Its data is next to the policies. */
import { basename } from 'node:path/posix'
import { readSource, sourceFiles } from '../sources.ts'
import { code, type Parts, table } from './parts.ts'

export interface Clause {
  readonly clause: string
  readonly level?: 1 | 2 | 3
  readonly subject: string
  /** Paths of policies or files. */
  readonly kept?: readonly string[]
  /** Words of a title, by the path of their test. */
  readonly shown?: Readonly<Record<string, string>>
  readonly deployment?: string
  readonly no?: string
  readonly contract?: string
}

export interface ClauseSheet {
  readonly name: string
  readonly title: string
  readonly rows: readonly Clause[]
}

export const CLAUSE_SCHEMA = 'policies/security-clauses/security-clauses.schema.json'

export const clauseSheets = (): readonly ClauseSheet[] =>
  sourceFiles(['policies/security-clauses'], 'json')
    .filter((path) => path !== CLAUSE_SCHEMA)
    .map((path) => ({ name: basename(path, '.json'), ...JSON.parse(readSource(path)) }))

function cells({ clause, level, subject, kept = [], shown = {}, deployment, no, contract }: Clause) {
  const status = no === undefined ? (deployment === undefined ? 'kept' : "the deployment's") : 'no'
  const paths = [...kept, ...Object.keys(shown)].map(code).join('<br>')
  const reason = contract === undefined ? no : `${no} (${contract})`
  return [clause, ...(level === undefined ? [] : [String(level)]), status, subject, reason ?? deployment ?? paths]
}

export const SECURITY_CLAUSES: Parts = Object.fromEntries(
  clauseSheets().map(({ name, rows }) => [
    name,
    () => {
      const level = rows[0]?.level === undefined ? [] : ['level']
      return table(['clause', ...level, 'status', 'subject', 'where, how, or why not'], rows.map(cells))
    },
  ]),
)
