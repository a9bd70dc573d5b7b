import { ACR_PASSWORD, ACR_TWO_FACTORS } from '../../policies/authentication-context.ts'
import {
  decideGuard,
  type GuardDecision,
  type GuardedSession,
  type GuardRequirements,
  requirementsIssue,
} from '../../policies/host-guard.ts'

const NOW = 1_700_000_000
const SESSION: GuardedSession = { roles: ['sales'], acr: ACR_PASSWORD, authTime: NOW - 100, requestedAcr: undefined }

it.each<[string, GuardedSession | undefined, GuardRequirements, GuardDecision]>([
  ['anonymous', undefined, {}, 'sign-in'],
  ['anonymous, whatever is required', undefined, { roles: ['a'], acr: ACR_TWO_FACTORS, maxAge: 60 }, 'sign-in'],
  ['the signed-in user', SESSION, {}, 'pass'],
  ['one of the roles', SESSION, { roles: ['finance', 'sales'] }, 'pass'],
  ['none of the roles', SESSION, { roles: ['finance'] }, 'no-role'],
  ['none of the roles comes before age and strength', SESSION, { roles: ['finance'], maxAge: 60 }, 'no-role'],
  ['strong enough', SESSION, { acr: ACR_PASSWORD }, 'pass'],
  ['stronger than asked', { ...SESSION, acr: ACR_TWO_FACTORS }, { acr: ACR_PASSWORD }, 'pass'],
  ['too weak', SESSION, { acr: ACR_TWO_FACTORS }, 'again'],
  ['too weak, and asked for less', { ...SESSION, requestedAcr: ACR_PASSWORD }, { acr: ACR_TWO_FACTORS }, 'again'],
  ['too weak, and asked for it', { ...SESSION, requestedAcr: ACR_TWO_FACTORS }, { acr: ACR_TWO_FACTORS }, 'too-weak'],
  ['of unknown strength', { ...SESSION, acr: undefined }, { acr: ACR_PASSWORD }, 'again'],
  ['as old as may be', SESSION, { maxAge: 100 }, 'pass'],
  ['too old', SESSION, { maxAge: 99 }, 'again'],
])('%s', (_name, session, requirements, expected) => expect(decideGuard(session, requirements, NOW)).toBe(expected))

it.each<[GuardRequirements, RegExp | undefined]>([
  [{}, undefined],
  [{ roles: ['a'], acr: ACR_TWO_FACTORS, maxAge: 30 }, undefined],
  [{ roles: [] }, /^roles must be a list of roles/],
  [{ roles: 'finance' as never }, /^roles must be a list of roles/],
  [{ role: ['finance'] } as never, /^unknown option role; known: roles, acr, maxAge$/],
  [{ acr: 'two' }, /^acr must be one of urn:portico:acr:1, /],
  [{ maxAge: 29 }, /^maxAge must be a whole number of seconds, 30 or more/],
  [{ maxAge: 60.5 }, /^maxAge/],
  [{ maxAge: Number.NaN }, /^maxAge/],
])('requirements %j', (requirements, issue) => {
  if (issue === undefined) expect(requirementsIssue(requirements)).toBeUndefined()
  else expect(requirementsIssue(requirements)).toMatch(issue)
})
