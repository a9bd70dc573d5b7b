/** The embedded directory keeps the contract that a host's own directory can be tested with. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { hashPassword } from '../../lib/domain/accounts/factors/passwords.ts'
import type { Login, UserDirectory } from '../../lib/domain/accounts/user-directory.ts'
import { directoryContract } from '../kit/index.ts'
import { directoryOn } from '../support/audit.ts'

const USER = { username: 'alice', password: 'correct horse battery' }
const SUSPENDED = { username: 'bob', password: 'another horse battery' }

const account = async ({ username, password }: Login) => ({
  sub: `u-${username}`,
  username,
  passwordHash: await hashPassword(password),
  source: 'administrator' as const,
  person: { name: username },
  createdAt: 0,
  changedAt: 0,
})

directoryContract(
  'the embedded directory',
  {
    async open() {
      const storage = embeddedStorage()
      await storage.open()
      const { list: _all, ...directory } = directoryOn(storage.documents, Date.now)
      await directory.create({ ...(await account(USER)), status: 'active' })
      await directory.create({ ...(await account(SUSPENDED)), status: 'suspended' })
      return {
        directory: directory as UserDirectory,
        user: USER,
        suspended: SUSPENDED,
        fail: () => storage.close(),
        close: () => storage.close(),
      }
    },
  },
  { describe, it },
)
