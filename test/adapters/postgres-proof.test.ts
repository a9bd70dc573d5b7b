/** Two requests at a time, in every order, on PostgreSQL. */
import { postgresUnderTest } from '../contract/postgres-under-test.ts'
import { prove } from '../kit/index.ts'
import { startPostgres } from '../support/postgres.ts'

it('the promises about codes, tokens and revocations hold on PostgreSQL', async () => {
  const { url } = await startPostgres({ max_connections: '500' })
  const { holds, story, orders } = await prove(postgresUnderTest(url))
  expect([story, holds]).toEqual([[], true])
  process.stdout.write(`orders on postgres: ${orders}\n`)
})
