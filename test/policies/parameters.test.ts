/** Parameters by name (D-G4, D-G5, D-G6). */
import {
  isPublished,
  PUBLISHED_PARAMETERS,
  parameterDuplicated,
  parameterMalformed,
  parameterMissing,
} from '../../policies/parameters.ts'
import { describeDenial, detailOf } from '../../policies/verdict.ts'
import { outcomeOf } from './outcome.ts'

it.each(PUBLISHED_PARAMETERS)('%s may be named', (name) => {
  expect(isPublished(name)).toBe(true)
  expect(describeDenial(parameterMissing(name))).toBe(`${name} is missing`)
  expect(describeDenial(parameterDuplicated(name))).toBe(`${name} was sent more than once`)
  expect(describeDenial(parameterMalformed(name))).toBe(`${name} is not well formed`)
})

it.each(['', 'hunter2', 'Client_ID', '__proto__', 'constructor', 'client_id '])(
  'the answer does not repeat %j; the log does',
  (name) => {
    expect(isPublished(name)).toBe(false)
    for (const denial of [parameterDuplicated(name), parameterMalformed(name)]) {
      expect(denial).not.toHaveProperty('description')
      expect(describeDenial(denial)).toMatch(/^a parameter /)
      expect(detailOf(denial)).toContain(name)
    }
  },
)

it('have a cause for each defect', () => {
  expect(outcomeOf(parameterMissing('code'))).toBe('invalid_request parameter_missing')
  expect(outcomeOf(parameterDuplicated('code'))).toBe('invalid_request parameter_duplicated')
  expect(outcomeOf(parameterMalformed('code'))).toBe('invalid_request parameter_malformed')
})
