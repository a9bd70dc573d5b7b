import { ACR_PASSWORD, ACR_TWO_FACTORS } from '../../policies/authentication-context.ts'
import {
  decideSecondStepFor,
  decideTrust,
  type RequestedSignIn,
  TRUST_SECONDS,
  type Trusted,
} from '../../policies/trusted-device.ts'

it('trust lasts thirty days', () => expect(TRUST_SECONDS).toBe(2_592_000))

describe('trust', () => {
  const trust = { binding: 'as it was', until: 1000 }
  it.each<[string, Trusted, ReturnType<typeof decideTrust>]>([
    ['that was never given', { trust: undefined, binding: 'as it was', now: 0 }, 'revoked'],
    ['whose ground is as it was', { trust, binding: 'as it was', now: 999 }, 'valid'],
    ['whose ground has changed', { trust, binding: 'otherwise', now: 999 }, 'revoked'],
    ['whose days are over', { trust, binding: 'as it was', now: 1000 }, 'revoked'],
  ])('%s', (_name, given, outcome) => expect(decideTrust(given)).toBe(outcome))
})

it.each<[string, RequestedSignIn, ReturnType<typeof decideSecondStepFor>]>([
  ['nothing', {}, 'trust-is-enough'],
  ['one factor', { acr_values: ACR_PASSWORD }, 'trust-is-enough'],
  ['one factor or two', { acr_values: `${ACR_TWO_FACTORS} ${ACR_PASSWORD}` }, 'trust-is-enough'],
  ['a class that is not ours', { acr_values: 'urn:other' }, 'trust-is-enough'],
  ['two factors', { acr_values: ACR_TWO_FACTORS }, 'asked'],
  ['another sign-in', { prompt: 'login' }, 'asked'],
  ['another sign-in, and consent', { prompt: 'login consent' }, 'asked'],
  ['consent', { prompt: 'consent' }, 'trust-is-enough'],
  ['a fresh sign-in', { max_age: '600' }, 'asked'],
  ['a sign-in of this moment', { max_age: '0' }, 'asked'],
])('a request that asks for: %s', (_name, asked, outcome) => expect(decideSecondStepFor(asked)).toBe(outcome))
