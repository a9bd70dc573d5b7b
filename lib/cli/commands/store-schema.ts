import { readEnvironment } from '../../config/environment.ts'
import type { Command } from '../terminal/command.ts'

/** For an administrator of the database who does not let Portico create tables. */
export const storeSchemaCommand: Command = {
  name: 'store schema',
  summary: 'Print the SQL of the PostgreSQL tables',
  details: 'For a user who may not create them. DATABASE_SCHEMA names the schema.',
  example: 'store schema > portico.sql',
  async run(_args, terminal) {
    const { deployment } = readEnvironment(terminal.env)
    const { schemaSql } = await import('../../../adapters/postgres/schema.ts')
    terminal.out(schemaSql(deployment.databaseSchema).trimEnd())
    return 0
  },
}
