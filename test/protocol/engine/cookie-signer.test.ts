import { cookieSigner } from '../../../lib/domain/keys/cookie-signer.ts'

const [OLD, NEW] = ['the older secret of the cookies', 'the newer secret of the cookies']
const COOKIE = 'sso_session=value'

describe('the signatures of cookies:', () => {
  it('what a key has signed is known by it, in characters that a cookie may hold', () => {
    const signer = cookieSigner([NEW])
    expect(signer.sign(COOKIE)).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(signer.index(COOKIE, signer.sign(COOKIE))).toBe(0)
  })

  it('an older key still counts, and says that it is older', () => {
    expect(cookieSigner([NEW, OLD]).index(COOKIE, cookieSigner([OLD]).sign(COOKIE))).toBe(1)
    expect(cookieSigner([NEW, OLD]).sign(COOKIE)).toBe(cookieSigner([NEW]).sign(COOKIE))
  })

  it('another cookie, another key, a cut or an empty signature does not count', () => {
    const signer = cookieSigner([NEW])
    const signature = signer.sign(COOKIE)
    const strange = [
      cookieSigner([OLD]).sign(COOKIE),
      signature.slice(0, -1),
      `${signature}AA`,
      '',
      'ä',
      signature.toLowerCase(),
    ]
    for (const sent of strange) expect(signer.index(COOKIE, sent)).toBe(-1)
    expect(signer.index('sso_session=other', signature)).toBe(-1)
  })

  it('without a secret nothing is signed', () => {
    expect(() => cookieSigner([])).toThrow('without a secret')
  })
})
