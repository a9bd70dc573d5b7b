import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { type Connection, WHOLE_TABLE_MS } from './connection.ts'
import { type StatementName, statementsFor } from './statements.ts'

/** The statements that make each version of the schema from the one before. */
const VERSIONS: readonly StatementName[] = ['createTables', 'indexExpiry']
const TABLES = VERSIONS.flatMap((name) =>
  [...statementsFor('')(name).matchAll(/CREATE TABLE IF NOT EXISTS ""\.(\w+)/g)].map(([, table]) => table as string),
)

/** The SQL that creates or upgrades the schema, for an administrator of the database who applies it. */
export function schemaSql(schema: string): string {
  const textOf = statementsFor(schema)
  return `BEGIN;\n${textOf('createSchema')};\n${VERSIONS.map(textOf).join('\n')}\nCOMMIT;\n`
}

/** @throws StoreUnavailable if this user may not use the tables, or tables are missing and it may not create them */
export async function checkSchema({ read, schema, place }: Connection): Promise<'complete' | 'no-schema' | 'older'> {
  const [found] = await read('looking for the schema', 'schemaState', [schema, TABLES])
  const [exists, hasSchema, canCreate, canUse] = found as unknown as readonly boolean[]
  const refuse = (what: string): never => {
    throw new StoreUnavailable(what, false, { reason: '42501', place, isPermanent: true })
  }
  if (canUse !== true)
    refuse(`this user needs USAGE on the schema "${schema}", and SELECT, INSERT, UPDATE and DELETE on its tables`)
  if (exists === true && (await versionOf(read)) >= VERSIONS.length) return 'complete'
  if (canCreate !== true)
    refuse(
      `this user may not create or change tables in the schema "${schema}": apply the SQL that "portico store schema" prints`,
    )
  return hasSchema === true ? 'older' : 'no-schema'
}

/** @throws StoreUnavailable with the reason `UNUSED` if tables are missing */
export async function assertSchema(connection: Connection): Promise<void> {
  const { schema, place } = connection
  const unused = { reason: 'UNUSED', place, isPermanent: true }
  if ((await checkSchema(connection)) !== 'complete')
    throw new StoreUnavailable(`the schema "${schema}" does not have the tables of Portico`, false, unused)
}

/**
 * Creates or upgrades the schema. Nodes that start at the same time take turns.
 * @throws StoreUnavailable if this user may not create tables
 */
export async function ensureSchema(connection: Connection): Promise<void> {
  const found = await checkSchema(connection)
  if (found === 'complete') return
  const { schema, transaction } = connection
  await transaction(
    'creating the schema',
    'write',
    async (statement) => {
      await statement('lockSchema')
      const [again] = await statement('schemaState', [schema, TABLES])
      const from = again?.[0] === true ? await versionOf((_step, name) => statement(name)) : 0
      // Even if it exists, this would need the right to create schemas.
      if (found === 'no-schema') await statement('createSchema')
      for (const name of VERSIONS.slice(from)) await statement(name)
    },
    WHOLE_TABLE_MS,
  )
}

async function versionOf(read: (step: string, name: StatementName) => Promise<readonly (readonly unknown[])[]>) {
  const [row] = await read('reading the version of the schema', 'newestVersion')
  return (row?.[0] as number | null) ?? 0
}
