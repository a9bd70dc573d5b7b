import { readEnvironment } from '../../config/environment.ts'
import { command } from './command.ts'

/** For an administrator of the database who does not let Portico create tables. */
export const storeSchemaCommand = command('store schema', async (_args, terminal) => {
  const { deployment } = readEnvironment(terminal.env)
  const { schemaSql } = await import('../../../adapters/postgres/schema.ts')
  terminal.out(schemaSql(deployment.databaseSchema).trimEnd())
  return 0
})
