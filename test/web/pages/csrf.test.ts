/** The token of a form: masked differently in each response. */
import { signer } from '../../../lib/domain/keys/signer.ts'
import { csrfProtection } from '../../../lib/web/pages/csrf.ts'

const SIGNER = signer(['a-secret-of-32-characters-or-more'])
const OTHERS = { hasUnknown: async () => false, assertNoneUnknown: async () => undefined }
const BINDING = 'interaction abc'
const masking = csrfProtection(SIGNER, OTHERS as never)
const tokenOf = ({ csrf = '' }: Readonly<Record<string, string>>): string => csrf

describe('a masked token', () => {
  it('reads otherwise in each answer, in all of its parts, and is always as long', () => {
    const tokens = Array.from({ length: 200 }, () => Buffer.from(tokenOf(masking.fields(BINDING)), 'base64url'))
    expect(tokens.every(({ length }) => length === 64)).toBe(true)
    for (const from of [0, 16, 32, 48])
      expect(new Set(tokens.map((token) => token.subarray(from, from + 16).toString('hex'))).size).toBe(200)
    const secret = Buffer.from(SIGNER.sign(BINDING), 'base64url')
    expect(tokens.some((token) => token.includes(secret.subarray(0, 4)))).toBe(false)
  })

  it('is that of its binding alone', () => {
    const token = tokenOf(masking.fields(BINDING))
    expect(masking.matches(token, BINDING)).toBe(true)
    expect(masking.matches(token, 'interaction abd')).toBe(false)
  })

  it('is worth nothing when any of its bits is another, or one is missing', () => {
    const bytes = Buffer.from(tokenOf(masking.fields(BINDING)), 'base64url')
    for (let at = 0; at < bytes.length; at += 1) {
      const other = Buffer.from(bytes)
      other[at] = (other[at] ?? 0) ^ (1 << (at % 8))
      expect(masking.matches(other.toString('base64url'), BINDING)).toBe(false)
    }
    for (const wrong of ['', 'x', bytes.subarray(1), bytes.subarray(0, 32), bytes.subarray(32), Buffer.alloc(64)])
      expect(masking.matches(typeof wrong === 'string' ? wrong : wrong.toString('base64url'), BINDING)).toBe(false)
  })
})
