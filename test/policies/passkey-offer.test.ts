import { mayOfferPasskey, type PasskeyOfferFacts } from '../../policies/passkey-offer.ts'

const DUE: PasskeyOfferFacts = { enabled: true, browser: 'can', passkeys: 0 }

it.each([
  [true, {}],
  [false, { enabled: false }],
  [false, { browser: 'cannot' }],
  [false, { passkeys: 1 }],
] as const)('%s: %j', (offered, facts) => expect(mayOfferPasskey({ ...DUE, ...facts })).toBe(offered))
