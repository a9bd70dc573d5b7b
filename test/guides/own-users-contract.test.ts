/** The user directory of the how-to for PostgreSQL keeps the contract, as its reader can run it. */
import { startPostgres } from '../support/postgres.ts'
import { followed } from './guide-folder.ts'

const CONTRACT = `
import { describe, it } from 'node:test'
import pg from 'pg'
import { directoryContract } from 'portico-sso/testing'
import { users } from './users.mjs'

const [user, suspended] = ['alice', 'bob'].map((name) => ({
  username: name + '@example.com',
  password: 'correct horse battery',
}))
const admin = new pg.Client({ connectionString: process.env.DATABASE_URL })
await admin.connect()

async function open() {
  await admin.query('ALTER TABLE IF EXISTS away RENAME TO users')
  await admin.query("DELETE FROM users WHERE email <> 'alice@example.com'")
  await admin.query("UPDATE users SET password = crypt('correct horse battery', gen_salt('bf', 4))")
  await admin.query("INSERT INTO users (email, name, suspended, password) SELECT 'bob@example.com', 'Bob', true, password FROM users")
  return { directory: users, user, suspended, fail: () => admin.query('ALTER TABLE users RENAME TO away'), close: async () => {} }
}
directoryContract('users in PostgreSQL', { open }, { describe, it })
`

it('finds, signs in, suspends and lists the users of a table, and fails without it', async () => {
  const database = await startPostgres()
  const { prepare, run } = await followed('examples/own-users/README.md', {}, { DATABASE_URL: database.superuserUrl })
  const [fill = ''] = await prepare()
  await run(fill)
  await run(`cat > users.test.mjs <<'END'${CONTRACT}END`)
  expect(await run('node --test --test-force-exit users.test.mjs')).toMatch(/^ℹ fail 0$/m)
})
