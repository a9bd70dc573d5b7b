/** Access tokens whose signature was verified. */
import { type VerifiedAccessToken, verifiedTokens } from '../../../lib/domain/tokens/verified-tokens.ts'

const verified = (serial: number): VerifiedAccessToken => ({
  kid: 'k',
  familyId: 'f',
  serial,
  claims: {
    iss: 'i',
    aud: 'a',
    sub: 's',
    client_id: 'c',
    sid: 'x',
    jti: 'f1',
    iat: 0,
    nbf: 0,
    exp: 1,
    scope: 'openid',
    token_use: 'access',
  },
})

it('what was kept is found, and nothing else', () => {
  const tokens = verifiedTokens()
  tokens.keep('one', verified(1))
  expect(tokens.find('one')?.serial).toBe(1)
  expect(tokens.find('two')).toBeUndefined()
})

it('of very many only the latest are remembered', () => {
  const tokens = verifiedTokens(10)
  for (let serial = 1; serial <= 1_000; serial += 1) tokens.keep(`${serial}`, verified(serial))
  const found = Array.from({ length: 1_000 }, (_, index) => tokens.find(`${index + 1}`)).filter(
    (token) => token !== undefined,
  )
  expect(found.length).toBeLessThanOrEqual(20)
  expect(tokens.find('1000')?.serial).toBe(1_000)
})

it('one that is asked for again and again stays while others come and go', () => {
  const tokens = verifiedTokens(10)
  tokens.keep('asked for', verified(0))
  for (let serial = 1; serial <= 1_000; serial += 1) {
    tokens.keep(`${serial}`, verified(serial))
    expect(tokens.find('asked for')?.serial).toBe(0)
  }
})
