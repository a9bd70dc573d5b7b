/** What an administrator can remove from an account that a federated user signs in to. */
import { embeddedStorage } from '../../../adapters/embedded/index.ts'
import type { Account } from '../../../lib/domain/accounts/account-record.ts'
import { factorRecords } from '../../../lib/domain/accounts/factors/factor-record.ts'
import { removeFactor } from '../../../lib/domain/management/factor-removal.ts'

const INVITED: Account = {
  sub: 'u-vera',
  username: 'vera',
  status: 'active',
  source: 'administrator',
  person: {},
  createdAt: 1,
  changedAt: 1,
}
const HERE = (issuer: string): boolean => issuer === 'https://b.example'
const IDENTITY = { issuer: 'https://b.example', subject: 'there-1', connector: 'b', linkedAt: 1 }
const PASSKEY = {
  id: 'credential-1',
  publicKey: 'key',
  counter: 0,
  name: 'Phone',
  transports: [],
  device: 'single',
  createdAt: 1,
} as const

it.each([
  { of: 'whose user signs in at an external provider too', identities: [IDENTITY], outcome: 'removed' },
  {
    of: 'whose user signed in at a provider that is gone',
    identities: [{ ...IDENTITY, issuer: 'https://gone.example' }],
    outcome: 'last-way-in',
  },
  { of: 'that nothing else signs in', identities: [], outcome: 'last-way-in' },
] as const)('the lost passkey of an account without a password, $of: $outcome', async ({ identities, outcome }) => {
  const { open, documents } = embeddedStorage()
  await open()
  const records = factorRecords(documents)
  await records.change(INVITED.sub, (record) => ['done', { ...record, passkeys: [PASSKEY] }])
  expect(await removeFactor(records, { ...INVITED, identities }, 'everything', HERE)).toMatchObject({ outcome })
  expect((await records.read(INVITED.sub))?.passkeys).toHaveLength(outcome === 'removed' ? 0 : 1)
})
