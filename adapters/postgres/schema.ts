import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import type { Connection } from './connection.ts'
import { quoted, type StatementName, statementsFor } from './statements.ts'

/** The statements that make each version of the schema from the one before. */
const VERSIONS: readonly StatementName[] = ['createTables']

/** The SQL that creates the schema, for an administrator of the database who applies it. */
export function schemaSql(schema: string): string {
  const textOf = statementsFor(schema)
  return `BEGIN;\n${textOf('createSchema')};\n${VERSIONS.map(textOf).join('\n')}\nCOMMIT;\n`
}

/** @throws StoreUnavailable if tables are missing, and this user may not create them */
export async function checkSchema({ read, schema, place }: Connection): Promise<'complete' | 'no-schema' | 'older'> {
  const [found] = await read('looking for the schema', 'schemaVersion', [schema, tableOf(schema)])
  const [exists, hasSchema, canCreate] = found as unknown as readonly boolean[]
  if (exists === true && (await versionOf(read)) >= VERSIONS.length) return 'complete'
  if (canCreate !== true)
    throw new StoreUnavailable(
      `this user may not create tables in the schema "${schema}": apply the SQL that "portico store schema" prints`,
      false,
      { reason: '42501', place, isPermanent: true },
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

const tableOf = (schema: string): string => `${quoted(schema)}.schema_versions`

/**
 * Creates or upgrades the schema. Nodes that start at the same time take turns.
 * @throws StoreUnavailable if this user may not create tables
 */
export async function ensureSchema(connection: Connection): Promise<void> {
  const found = await checkSchema(connection)
  if (found === 'complete') return
  const { schema, transaction } = connection
  await transaction('creating the schema', 'write', async (statement) => {
    await statement('lockSchema')
    const [again] = await statement('schemaVersion', [schema, tableOf(schema)])
    const from = again?.[0] === true ? await versionOf((_step, name) => statement(name)) : 0
    // Even if it exists, this would need the right to create schemas.
    if (found === 'no-schema') await statement('createSchema')
    for (const name of VERSIONS.slice(from)) await statement(name)
  })
}

async function versionOf(read: (step: string, name: StatementName) => Promise<readonly (readonly unknown[])[]>) {
  const [row] = await read('reading the version of the schema', 'newestVersion')
  return (row?.[0] as number | null) ?? 0
}
