/** How passwords are kept: argon2id at the cost that OWASP recommends, written with each hash. */
import { argon2Sync } from 'node:crypto'
import { hashPassword, passwordMatches } from '../../../lib/domain/accounts/factors/passwords.ts'

const HASH = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$([\w+/]{22}==)\$([\w+/]{43}=)$/

it('is kept as argon2id with 19 MiB and two passes, with its own salt', async () => {
  const hashes = [await hashPassword('correct horse'), await hashPassword('correct horse')]
  expect(new Set(hashes).size).toBe(2)
  for (const hash of hashes) {
    const [, salt = '', tag] = HASH.exec(hash) ?? []
    const parameters = { message: 'correct horse', nonce: Buffer.from(salt, 'base64'), parallelism: 1 }
    const expected = argon2Sync('argon2id', { ...parameters, tagLength: 32, memory: 19_456, passes: 2 })
    expect(tag).toBe(expected.toString('base64'))
  }
})

it('is the one that was kept, and no other; without a hash none is', async () => {
  const hash = await hashPassword('correct horse')
  expect(await passwordMatches('correct horse', hash)).toBe(true)
  for (const other of ['correct horsf', 'correct hors', 'Correct horse', ''])
    expect([other, await passwordMatches(other, hash)]).toEqual([other, false])
  expect(await passwordMatches('correct horse', undefined)).toBe(false)
})

it('counts to its last character, however long it is', async () => {
  const start = 'long '.repeat(204)
  const hash = await hashPassword(`${start}end`)
  const ends = ['end', 'enD', 'en', 'end ']
  expect(await Promise.all(ends.map((end) => passwordMatches(start + end, hash)))).toEqual([true, false, false, false])
})

it('is checked at the cost that was written with it', async () => {
  const nonce = Buffer.from('a salt of 16 byt')
  const parameters = { message: 'of before', nonce, parallelism: 1, tagLength: 32, memory: 64, passes: 1 }
  const tag = argon2Sync('argon2id', parameters)
  const hash = `$argon2id$v=19$m=64,t=1,p=1$${nonce.toString('base64')}$${tag.toString('base64')}`
  expect(await passwordMatches('of before', hash)).toBe(true)
})

it('is not compared with what is no hash: that is an error, not a wrong password', () =>
  expect(passwordMatches('x', '$2b$10$abcdefghijklmnopqrstuv')).rejects.toThrow('unknown-form'))
