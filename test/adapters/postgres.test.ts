import { postgresUnderTest } from '../contract/postgres-under-test.ts'
import { storageContract } from '../kit/index.ts'
import { startPostgres } from '../support/postgres.ts'

const { url } = await startPostgres({ max_connections: '1000' })
storageContract('postgres, as a user who may only create schemas,', postgresUnderTest(url), { describe, it })
