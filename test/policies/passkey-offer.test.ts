import { mayOfferPasskey, type PasskeyOfferFacts } from '../../policies/passkey-offer.ts'

const DUE: PasskeyOfferFacts = { enabled: true, browser: 'can', passkeys: 0, signIn: 'enough' }

it.each([
  [true, {}],
  [false, { enabled: false }],
  [false, { browser: 'cannot' }],
  [false, { passkeys: 1 }],
  [false, { signIn: 'factor-unused' }],
] as const)('%s: %j', (offered, facts) => expect(mayOfferPasskey({ ...DUE, ...facts })).toBe(offered))
