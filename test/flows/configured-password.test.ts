/** Passwords of the configuration: hashed once, or given as a hash; and never at a start that brings no change. */
import crypto from 'node:crypto'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import ACCOUNT from '../../lib/config/schema/account-settings.json' with { type: 'json' }
import { hashPassword } from '../../lib/domain/accounts/factors/passwords.ts'
import { validateConfiguration } from '../config/issues.ts'
import { ALICE, BOB, TRUSTED } from '../support/fixtures.ts'
import { type Idp, runningIdp, startIdp } from '../support/idp.ts'

type Hash = typeof crypto.argon2

/** How often a password is hashed meanwhile. */
async function hashesDuring<T>(work: () => Promise<T>): Promise<readonly [value: T, hashes: number]> {
  const { argon2 } = crypto
  let hashes = 0
  crypto.argon2 = ((...given: Parameters<Hash>) => {
    hashes += 1
    return argon2(...given)
  }) as Hash
  try {
    return [await work(), hashes]
  } finally {
    crypto.argon2 = argon2
  }
}

const signsIn = async (idp: Idp, credentials: typeof ALICE | typeof BOB): Promise<boolean> =>
  (await idp.user(credentials).signIn(idp.party(TRUSTED))).access_token !== ''
const hashIn = async (idp: Idp, sub: string): Promise<string | undefined> =>
  (await idp.portico.accounts?.account(sub))?.passwordHash

it('an unchanged one is hashed at the first start alone; a changed one, and one whose hash was exchanged, again', async () => {
  const memory = embeddedStorage()
  // One store outlives the processes that use it.
  const storage = { ...memory, close: async () => {} }
  const start = (accounts: readonly object[]) =>
    hashesDuring(() => startIdp({ issuer: 'http://localhost:3999', options: { storage, accounts: accounts as never } }))
  const [first, hashed] = await start([ALICE, BOB])
  expect(hashed).toBe(2)
  const hash = await hashIn(first, ALICE.sub)
  const [second, again] = await start([ALICE, BOB])
  expect([again, await hashIn(second, ALICE.sub)]).toEqual([0, hash])
  const [third, changed] = await start([{ ...ALICE, password: 'another one of hers' }, BOB])
  expect(changed).toBeGreaterThan(0)
  expect(await hashIn(third, ALICE.sub)).not.toBe(hash)
  // An attacker with write access to the store puts a known hash there.
  const planted = await hashPassword('of another user')
  await third.portico.accounts?.change(BOB.sub, (account) => ({ ...account, passwordHash: planted }))
  const [fourth] = await start([ALICE, BOB])
  expect(await hashIn(fourth, BOB.sub)).not.toBe(planted)
  expect(await signsIn(fourth, BOB)).toBe(true)
  for (const idp of [first, second, third, fourth]) await idp.stop()
  await memory.close()
})

it('a hash in its place signs in, and no start hashes anything', async () => {
  const { password, ...rest } = ALICE
  const password_hash = await hashPassword(password)
  expect(password_hash).toMatch(new RegExp(ACCOUNT.properties.password_hash.pattern))
  const [idp, hashes] = await hashesDuring(() => runningIdp({ accounts: [{ ...rest, password_hash }] }))
  expect(hashes).toBe(0)
  expect(await signsIn(idp, ALICE)).toBe(true)
})

it.each([
  ['other costs', '$argon2id$v=19$m=65536,t=3,p=4$c29tZSBzYWx0IGhlcmU$aGFzaCBvZiBhIHBhc3N3b3JkLCAzMiBieXRlcyBsb24'],
  ['a short tag', '$argon2id$v=19$m=19456,t=2,p=1$c29tZSBzYWx0IGhlcmU$aGFzaCBvZiBhIHBhc3N3b3Jk'],
  ['another algorithm', '$2b$12$abcdefghijklmnopqrstuuJzXzJq7v3Vw1n0pYwVv7cQe0xQ5m6bK'],
])('a hash with %s is an issue of the configuration', (_, password_hash) => {
  const { password: _password, ...rest } = ALICE
  expect(() =>
    validateConfiguration({ baseUrl: 'http://localhost:3000', accounts: [{ ...rest, password_hash }] as never }),
  ).toThrow('password_hash')
})
