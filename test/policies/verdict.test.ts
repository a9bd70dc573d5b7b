import { ALLOW, deny } from '../../policies/verdict.ts'

describe('a denial', () => {
  it('carries the code that the caller sees and the cause inside it (D-G3)', () => {
    expect(deny('invalid_grant', 'code_used')).toStrictEqual({
      allowed: false,
      error: 'invalid_grant',
      ref: 'code_used',
    })
  })

  it('carries what was found, for the log, only when something was', () => {
    expect(deny('invalid_grant', 'code_used', 'second use')).toStrictEqual({
      allowed: false,
      error: 'invalid_grant',
      ref: 'code_used',
      detail: 'second use',
    })
  })

  it('differs from a permission in one field', () => {
    expect(ALLOW).toStrictEqual({ allowed: true })
  })
})
