/** The promises of `UserDirectory` as a suite, under any test runner. What a directory lacks is not tested. */
import { userIn } from '../../lib/domain/accounts/user.ts'
import type { Login, UserDirectory } from '../../lib/domain/accounts/user-directory.ts'
import { administrationContract } from './directory-administration.ts'
import { passwordsContract } from './directory-passwords.ts'
import { expect } from './expect.ts'
import { HANGS_AFTER_MS, type TestRunner } from './test-runner.ts'

export interface OpenedDirectory {
  readonly directory: UserDirectory
  /** Signs an active user in. */
  readonly user: Login
  /** The correct password of a suspended user. */
  readonly suspended?: Login
  /** Makes the directory unavailable, such as by stopping its database. */
  fail?(): Promise<void>
  close(): Promise<void>
}

export interface DirectoryUnderTest {
  /** A directory with the same users each time. Called before every test. */
  open(): Promise<OpenedDirectory>
}

/** A user in the directory under test. */
export interface Subject extends Pick<OpenedDirectory, 'directory' | 'user'> {
  readonly sub: string
}

export type DirectoryCheck = (
  promise: string,
  test: (subject: Subject, opened: OpenedDirectory) => Promise<void>,
) => void

/** What a careless query would expand, cut or fail at. */
export const UNKNOWN = [
  '',
  ' ',
  '*',
  '%',
  '_',
  'unknown',
  '__proto__',
  "' OR '1'='1",
  '*)(objectClass=*',
  '{"$ne":""}',
  '../../etc/passwd',
  'ünïcödé 🗝️',
  'x'.repeat(2_000),
]

/** @param runner `describe` and `it` of the test runner */
export function directoryContract(name: string, { open }: DirectoryUnderTest, { describe, it }: TestRunner): void {
  const check: DirectoryCheck = (promise, test) =>
    it(
      promise,
      async () => {
        const opened = await open()
        try {
          const { directory, user } = opened
          const { sub } = userIn(await directory.authenticate(user)) ?? { sub: '' }
          if (sub === '') throw new Error(`${user.username} cannot sign in with the password of the test`)
          await test({ directory, user, sub }, opened)
        } finally {
          await opened.close()
        }
      },
      HANGS_AFTER_MS,
    )
  describe(`${name} keeps the directory contract:`, () => {
    signInContract(check)
    passwordsContract(check)
    administrationContract(check)
  })
}

function signInContract(check: DirectoryCheck): void {
  check('a user has the same subject at each sign-in, and is found by it', async ({ directory, user, sub }) => {
    const again = userIn(await directory.authenticate(user))
    expect([again?.sub, again?.active ?? true]).toEqual([sub, true])
    const found = userIn(await directory.find(sub))
    expect([found?.sub, found?.active ?? true]).toEqual([sub, true])
  })

  check('a wrong password gives no user', async ({ directory, user }) => {
    const { username, password } = user
    const wrong = ['', ' ', `${password}x`, ` ${password}`, password.slice(0, -1), `${password}\0`, 'x'.repeat(2_000)]
    for (const one of wrong)
      expect([one, await directory.authenticate({ username, password: one })]).toEqual([one, undefined])
  })

  check('an unknown user name gives no user', async ({ directory, user }) => {
    for (const username of [...UNKNOWN, `${user.username}*`, `${user.username}%`, user.username.slice(0, -1)])
      expect([username, await directory.authenticate({ ...user, username })]).toEqual([username, undefined])
  })

  check('an unknown subject gives no user, and no subject that of another', async ({ directory, sub }) => {
    for (const one of UNKNOWN) expect([one, await directory.find(one)]).toEqual([one, undefined])
    for (const one of [`${sub}x`, `${sub} `, `${sub}*`, sub.slice(0, -1), sub.toUpperCase(), sub.toLowerCase()])
      expect([one, userIn(await directory.find(one))?.sub ?? one]).toEqual([one, one])
  })

  check(
    'a suspended user has no active account, and is no user with a wrong password',
    async ({ directory }, opened) => {
      const { suspended } = opened
      if (suspended === undefined) return
      const user = userIn(await directory.authenticate(suspended))
      expect(user?.active ?? false).toBe(false)
      if (user !== undefined) expect(userIn(await directory.find(user.sub))?.active ?? false).toBe(false)
      expect(await directory.authenticate({ ...suspended, password: `${suspended.password}x` })).toBeUndefined()
    },
  )

  check('a user name or email address finds the user that it signs in', async ({ directory, user, sub }) => {
    if (directory.findByLogin === undefined) return
    expect(userIn(await directory.findByLogin(user.username))?.sub).toBe(sub)
    for (const text of UNKNOWN) expect([text, await directory.findByLogin(text)]).toEqual([text, undefined])
  })

  check('an external identity belongs to one user, and not at another issuer', async ({ directory }) => {
    if (directory.forIdentity === undefined) return
    const identity = { issuer: 'https://issuer.example', subject: 'contract', claims: {} }
    const user = userIn(await directory.forIdentity(identity))
    expect(userIn(await directory.forIdentity(identity))?.sub).toBe(user?.sub)
    const other = userIn(await directory.forIdentity({ ...identity, issuer: 'https://other.example' }))
    if (user !== undefined) expect(other?.sub === user.sub).toBe(false)
  })

  check(
    'while the directory is unavailable, calls fail: no user is unknown',
    async ({ directory, user, sub }, opened) => {
      if (opened.fail === undefined) return
      await opened.fail()
      const calls = {
        find: () => directory.find(sub),
        authenticate: () => directory.authenticate(user),
        findByLogin: directory.findByLogin && (() => directory.findByLogin?.(user.username)),
        passwordStampOf: directory.passwordStampOf && (() => directory.passwordStampOf?.(sub)),
        list: directory.list && (() => directory.list?.({ limit: 1 })),
      }
      for (const [call, make] of Object.entries(calls)) {
        if (make === undefined) continue
        const outcome = await (async () => make())().then(
          (value) => ({ returned: value }),
          () => 'failed',
        )
        expect([call, outcome]).toEqual([call, 'failed'])
      }
    },
  )
}
