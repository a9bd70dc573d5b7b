/** `portico serve`, the command line and the doctor on PostgreSQL. */
import { ROOT_SECRET as SECRET } from '../support/fixtures.ts'
import { startIdp } from '../support/idp.ts'
import { newFolder } from '../support/new-folder.ts'
import { startPostgres } from '../support/postgres.ts'
import { ends, porticoProcess } from './portico.ts'

const server = await startPostgres({ max_connections: '200' })
const folder = newFolder()
const tables = async (schema: string): Promise<number> =>
  Number((await server.admin(`SELECT count(*) AS n FROM pg_tables WHERE schemaname = '${schema}'`))[0]?.['n'])

const portico = (line: string, schema: string, more: NodeJS.ProcessEnv = {}) =>
  porticoProcess(
    line,
    {
      BASE_URL: 'http://localhost:3000',
      PORTICO_SECRET: SECRET,
      PORTICO_DATA: folder,
      DATABASE_URL: server.url,
      DATABASE_SCHEMA: schema,
      DATABASE_TIMEOUT_MS: '30000',
      ...more,
    },
    folder,
  )

it('an unused database is refused (1) with its place, by the doctor too, and stays empty', async () => {
  expect(await portico('client list', 'unused')).toMatchObject(
    ends(1, `no service has used the store in PostgreSQL at 127.0.0.1:${server.port}`),
  )
  expect((await portico('doctor', 'unused')).out).toContain('the schema "unused" does not have the tables of Portico')
  expect(await tables('unused')).toBe(0)
})

it('--new-store prepares it, and a service then finds its clients there', async () => {
  const args =
    'client create wiki --name Wiki --type public --redirect-uri http://localhost:4000/cb --owner a@example.com --new-store'
  expect((await portico(args, 'fresh')).code).toBe(0)
  expect((await portico('client list', 'fresh')).out).toContain('wiki')
  expect(await tables('fresh')).toBeGreaterThan(15)
})

it('a service on PostgreSQL is used by the command line', async () => {
  const idp = await startIdp({
    issuer: 'http://localhost:3000',
    store: { postgres: server.url, schema: 'used' },
    options: { secret: SECRET },
  })
  const listed = await portico('user list', 'used')
  await idp.stop()
  expect([listed.code, listed.err]).toEqual([0, ''])
})

it('store schema prints SQL alone, which creates the tables', async () => {
  const printed = await portico('store schema', 'by-hand')
  expect([printed.code, printed.err]).toEqual([0, ''])
  expect(printed.out).toMatch(/^BEGIN;\nCREATE SCHEMA IF NOT EXISTS "by-hand";[^]*COMMIT;\n?$/)
  expect(printed.out).not.toContain('password')
  await server.admin(printed.out)
  expect(await tables('by-hand')).toBeGreaterThan(15)
})

it.each([
  [{ DATABASE_URL: 'postgres://portico:hunter2@127.0.0.1:1/postgres' }, /the store cannot be used.*ECONNREFUSED/],
  [{ DATABASE_URL: 'mysql://user:hunter2@host/db' }, /databaseUrl|DATABASE_URL/],
  [{ REDIS_URL: 'redis://localhost' }, /one of DATABASE_URL and REDIS_URL/],
])('%j is an error that names the variable or the reason, without the password', async (env, expected) => {
  const printed = await portico('client list', 'fresh', env)
  expect(printed.code).not.toBe(0)
  expect(printed.err).toMatch(expected)
  expect(printed.err + printed.out).not.toContain('hunter2')
})
