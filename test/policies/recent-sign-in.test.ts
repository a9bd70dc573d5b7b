import { ACR_PASSWORD, ACR_TWO_FACTORS } from '../../policies/authentication-context.ts'
import { decideRecentSignIn, RECENT_SIGN_IN_SECONDS, type SignInFacts } from '../../policies/recent-sign-in.ts'

const FACTS: SignInFacts = { acr: ACR_PASSWORD, signedInAt: 1_000, hasFactor: false, now: 1_000 }
const END = 1_000 + RECENT_SIGN_IN_SECONDS

it.each<[ReturnType<typeof decideRecentSignIn>, string, Partial<SignInFacts>]>([
  ['enough', 'a password, where there is nothing else', {}],
  ['enough', 'in the last second of ten minutes', { now: END }],
  ['old', 'a second later', { now: END + 1 }],
  ['old', 'two factors, a second later', { acr: ACR_TWO_FACTORS, hasFactor: true, now: END + 1 }],
  ['enough', 'two factors', { acr: ACR_TWO_FACTORS, hasFactor: true }],
  ['factor-unused', 'a password, in a trusted browser or before there was a factor', { hasFactor: true }],
  ['factor-unused', 'a sign-in of an unknown kind', { acr: undefined, hasFactor: true }],
  ['factor-unused', 'an external provider with a class of its own', { acr: 'urn:other', hasFactor: true }],
  ['enough', 'the clock of another node is ahead', { signedInAt: 1_030 }],
])('%s: %s', (outcome, _name, facts) => expect(decideRecentSignIn({ ...FACTS, ...facts })).toBe(outcome))
