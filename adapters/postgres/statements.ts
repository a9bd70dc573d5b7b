/**
 * The SQL statements by name. Each section of a file in `sql/` is one statement: its header states purpose, caller,
 * parameters, result, and why it is one statement. `test/adapters/sql-headers.test.ts` checks the headers.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

/** Files of `sql/` and the statements in each. */
export const STATEMENTS = {
  schema: ['createTables', 'indexExpiry'],
  server: [
    ...(['clock', 'isReadOnly', 'serverSettings', 'schemaState', 'newestVersion'] as const),
    ...(['lockSchema', 'createSchema', 'sweep', 'sweepFamilies'] as const),
  ],
  families: [
    ...(['issueFamily', 'readFamily', 'replaceFamily', 'undoFamily', 'readOrigin', 'publishNode', 'readNode'] as const),
    ...(['revokeFamily', 'lookAtToken'] as const),
  ],
  subjects: ['revokeSubject', 'revokeSubjectClient', 'changeSubjectRoles', 'endSession'],
  clients: ['findClient', 'createClient', 'replaceClient', 'removeClient', 'holderOf', 'listClients'],
  sessions: [
    ...(['readSession', 'writeSession', 'moveSession', 'joinSession', 'entryOfSession', 'amendSession'] as const),
    ...(['removeSession', 'linkSession', 'unlinkSession', 'linkedSessions', 'sessionSubjects'] as const),
  ],
  records: [
    ...(['putRecord', 'readRecord', 'removeRecord', 'takeRecord', 'claimRecord'] as const),
    ...(['hitWindows', 'refundHit', 'clearWindow'] as const),
  ],
  documents: ['readDocument', 'createDocument', 'changeDocument', 'removeDocument', 'listDocuments'],
  deliveries: [
    ...(['putDeliveries', 'releaseDeliveries', 'leaseDeliveries', 'leaseThese', 'completeDelivery'] as const),
    ...(['findDelivery', 'listDeliveries', 'nextDue', 'unfinishedDeliveries'] as const),
  ],
  audit: ['appendAudit', 'auditEnds', 'newerAudit', 'olderAudit', 'trimAudit'],
  bounded: ['putBounded', 'findBounded', 'idsOfShares', 'newerBounded', 'olderBounded'],
  copies: [
    ...(['isUsed', 'copyItems', 'fetchItems', 'writeItems', 'moveAuditEnd', 'writeClient', 'releaseUris'] as const),
    ...(['writeUris', 'clearStore', 'clearCollection'] as const),
  ],
} as const

export type StatementName = (typeof STATEMENTS)[keyof typeof STATEMENTS][number]

/**
 * Statements of the request path, which a connection keeps prepared, because planning them takes longer than running
 * them. They find their rows by a unique key, so one plan is right for all values and any number of rows.
 */
const PREPARED: ReadonlySet<StatementName> = new Set([
  ...(['issueFamily', 'readFamily', 'replaceFamily', 'revokeFamily', 'lookAtToken', 'findClient'] as const),
  ...([
    'readSession',
    'writeSession',
    'moveSession',
    'joinSession',
    'entryOfSession',
    'amendSession',
    'linkSession',
  ] as const),
  ...(['putRecord', 'readRecord', 'removeRecord', 'takeRecord', 'claimRecord', 'readDocument'] as const),
  ...(['hitWindows', 'refundHit', 'clearWindow', 'appendAudit', 'putBounded'] as const),
])

/** The statements of a file's text, by name, without comments. */
function statementsIn(text: string): ReadonlyMap<string, string> {
  const sections = text.split(/^-- (?=[a-zA-Z]+: )/m).slice(1)
  const bodyOf = (section: string) => section.slice(section.indexOf('\n') + 1).trim()
  return new Map(sections.map((section) => [section.slice(0, section.indexOf(':')), bodyOf(section)]))
}

const compressed = readFileSync(new URL('./generated/sql.json.br', import.meta.url))
const files = Object.values(JSON.parse(String(brotliDecompressSync(compressed))) as Readonly<Record<string, string>>)
const ALL = new Map(files.flatMap((text) => [...statementsIn(text)]))

/** Quotes a name, so that any text can be one. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** @returns a function that gives the statement for a schema. Every table is named with its schema (`search_path`) */
export function statementsFor(schema: string): (name: StatementName) => string {
  const known = new Map<StatementName, string>()
  return (name) => {
    const found = known.get(name) ?? ALL.get(name)!.replace(/\bportico(?=\.|$)/gm, () => quoted(schema))
    known.set(name, found)
    return found
  }
}

const preparedNames = new Map<string, string>()

/** The name under which a connection keeps the statement; undefined: it does not. Another text has another name. */
export function preparedName(name: StatementName, text: string): string | undefined {
  if (!PREPARED.has(name)) return undefined
  const hash = () => createHash('sha256').update(text).digest('base64url').slice(0, 16)
  const known = preparedNames.get(text) ?? `portico_${name}_${hash()}`
  preparedNames.set(text, known)
  return known
}
