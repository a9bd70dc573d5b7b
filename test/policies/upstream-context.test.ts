import { upstreamAuthentication } from '../../policies/upstream-context.ts'

it.each([
  [{ acr: 'gold', amr: ['pwd', 'mfa'] }, undefined, 1],
  [{ acr: 'gold', amr: ['pwd', 'mfa'] }, {}, 1],
  [{ acr: 'gold', amr: ['pwd', 'mfa'] }, { amr: ['mfa'] }, 2],
  [{ acr: 'gold', amr: [] }, { acr: ['gold'] }, 2],
  [{ acr: 'urn:portico:acr:2', amr: ['pwd'] }, { acr: ['gold'], amr: ['mfa'] }, 1],
])('%j by the rule %j reaches %d', (said, rule, level) =>
  expect(upstreamAuthentication(said, rule)).toEqual({ acr: `urn:portico:acr:${level}`, amr: [] }),
)
