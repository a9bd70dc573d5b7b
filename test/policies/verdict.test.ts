import { descriptionOf } from '../../policies/errors.ts'
import { ALLOW, deny, denyAll, describeDenial, detailOf } from '../../policies/verdict.ts'

describe('a denial', () => {
  it('carries the code that the caller sees and the cause inside it (D-G3)', () =>
    expect(deny('invalid_grant', 'code_used')).toStrictEqual({
      allowed: false,
      error: 'invalid_grant',
      ref: 'code_used',
    }))

  it('carries what was found, for the log, only when something was', () =>
    expect(deny('invalid_grant', 'code_used', 'second use')).toStrictEqual({
      allowed: false,
      error: 'invalid_grant',
      ref: 'code_used',
      detail: 'second use',
    }))

  it('differs from a permission in one field', () => expect(ALLOW).toStrictEqual({ allowed: true }))
})

describe('the public sentence of a denial', () => {
  it('is that of its cause, or more specific', () => {
    expect(describeDenial(deny('invalid_grant', 'code_used'))).toBe(descriptionOf('invalid_grant', 'code_used'))
    expect(describeDenial(deny('invalid_request', 'parameter_missing', 'seen', 'code is missing'))).toBe(
      'code is missing',
    )
  })

  it('stands in the log where nothing else was found', () => {
    expect(detailOf(deny('invalid_grant', 'code_used', 'second use'))).toBe('second use')
    expect(detailOf(deny('invalid_request', 'parameter_missing', undefined, 'code is missing'))).toBe('code is missing')
  })
})

describe('several denials as one', () => {
  const STATE = deny('invalid_request', 'state_missing', 'state: none', 'state is missing')
  const SCOPE = deny('invalid_scope', 'openid_missing')

  it('a single one is itself', () => expect(denyAll([STATE])).toBe(STATE))

  it('has the code and cause of the first, and the sentences of all', () => {
    const all = denyAll([STATE, SCOPE])
    expect(all).toMatchObject({ error: 'invalid_request', ref: 'state_missing', all: [STATE, SCOPE] })
    expect(describeDenial(all)).toBe(`state is missing; ${describeDenial(SCOPE)}`)
    expect(detailOf(all)).toBe(`state: none; ${describeDenial(SCOPE)}`)
  })

  it('repeats nothing, and keeps causes that were already joined', () => {
    expect(denyAll([STATE, denyAll([SCOPE, STATE]), SCOPE]).all).toEqual([STATE, SCOPE])
    expect(denyAll([STATE, STATE])).not.toHaveProperty('all')
    expect(describeDenial(denyAll([STATE, STATE]))).toBe('state is missing')
  })
})
