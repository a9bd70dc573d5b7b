/** Signatures. */
import { signer } from '../../../lib/domain/keys/signer.ts'

const [OLD, NEW] = ['the older secret of the cookies', 'the newer secret of the cookies']
const COOKIE = 'sso_session=value'

it('what a key has signed is known by it, in characters that a cookie may hold', () => {
  const own = signer([NEW])
  expect(own.sign(COOKIE)).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(own.index(COOKIE, own.sign(COOKIE))).toBe(0)
})

it('an older key still counts, and is reported as older', () => {
  expect(signer([NEW, OLD]).index(COOKIE, signer([OLD]).sign(COOKIE))).toBe(1)
  expect(signer([NEW, OLD]).sign(COOKIE)).toBe(signer([NEW]).sign(COOKIE))
})

it('another text, another key, a cut or an empty signature does not count', () => {
  const own = signer([NEW])
  const signature = own.sign(COOKIE)
  const bad = [signer([OLD]).sign(COOKIE), signature.slice(0, -1), `${signature}AA`, '', 'ä', signature.toLowerCase()]
  for (const sent of bad) expect(own.index(COOKIE, sent)).toBe(-1)
  expect(own.index('sso_session=other', signature)).toBe(-1)
})

it('without a secret nothing is signed', () => expect(() => signer([])).toThrow('without a secret'))
