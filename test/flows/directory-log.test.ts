/** What the log says of a directory of the host that fails: what happened and where, and nothing that a stranger could use. */
import type { UserDirectory } from '../../lib/index.ts'
import { person } from '../support/actors.ts'
import type { Page } from '../support/browser.ts'
import { TRUSTED } from '../support/fixtures.ts'
import { startIdp } from '../support/idp.ts'
import { relyingParty } from '../support/relying-party.ts'

const LOGIN = { username: 'hosted', password: 'any' }

let authenticate: UserDirectory['authenticate']
const idp = await startIdp({
  options: {
    accounts: { find: () => undefined, authenticate: (login) => authenticate(login) },
    host: { timeoutSeconds: 1 },
  },
})

async function signIn(behaviour: UserDirectory['authenticate']): Promise<number> {
  authenticate = behaviour
  const who = person(idp, LOGIN)
  return (await who.browser.submit((await who.open(relyingParty(idp, TRUSTED))) as Page, LOGIN)).answer.status
}
const lastError = (): Readonly<Record<string, unknown>> =>
  idp.log.lines.findLast(({ level, message }) => level === 'error' && message !== 'failed')?.fields as Readonly<
    Record<string, unknown>
  >

it('has the class of its error, its place, and its message without the connection string', async () => {
  class PoolError extends Error {
    override readonly name = 'PoolError'
  }
  const status = await signIn(() => {
    throw new PoolError('connect ECONNREFUSED postgres://app:s3cret@db-7.internal:5432/users, password=s3cret')
  })
  expect([status, lastError()]).toEqual([
    503,
    {
      error: 'PoolError',
      message: 'connect ECONNREFUSED postgres://…@db-7.internal:5432/users, password=…',
      stack: expect.stringMatching(/^PoolError: connect .*\n +at .*directory-log\.test/),
    },
  ])
  expect(JSON.stringify(idp.log.lines)).not.toContain('s3cret')
})

it.each([
  ['a number', 42, 'the directory answered with a sub of the type number; it must be text'],
  ['an object', { id: 42 }, 'the directory answered with a sub of the type object; it must be text'],
  ['nothing', undefined, 'the directory answered with a user without sub'],
])('says that a subject is %s', async (_, sub, message) => {
  expect(await signIn(() => ({ sub }) as never)).toBe(500)
  expect(lastError()).toMatchObject({ message })
})

it('says how long a directory had, and which setting that is', async () => {
  expect(await signIn(() => new Promise(() => {}))).toBe(503)
  expect(lastError()).toMatchObject({ message: 'the host did not answer in 1 s (host.timeoutSeconds)' })
})
