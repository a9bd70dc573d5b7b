import { type ConsentDecision, type ConsentFacts, decideConsent, isImitable } from '../../policies/consent.ts'

const FACTS: ConsentFacts = {
  mode: 'once',
  requested: ['openid', 'profile'],
  remembered: [],
  answered: false,
  imitable: false,
  silent: false,
}

it.each<[ConsentDecision, string, Partial<ConsentFacts>]>([
  ['ask', 'the first time', {}],
  ['not-needed', 'just answered', { answered: true }],
  ['not-needed', 'all of it allowed before', { remembered: ['openid', 'profile'] }],
  ['not-needed', 'more than that allowed before', { remembered: ['email', 'profile', 'openid'] }],
  ['ask', 'a scope that is new', { remembered: ['openid'] }],
  ['ask', 'another scope allowed before', { remembered: ['openid', 'email'] }],
  ['ask', 'always, whatever was allowed before', { mode: 'always', remembered: ['openid', 'profile'] }],
  ['not-needed', 'always, and just answered', { mode: 'always', answered: true }],
  ['not-needed', 'an app of the house', { mode: 'trusted' }],
  [
    'ask',
    'a client that any program of the device can imitate, whatever was allowed before',
    { imitable: true, remembered: ['openid', 'profile'] },
  ],
  ['not-needed', 'the same, renewing silently', { imitable: true, silent: true, remembered: ['openid', 'profile'] }],
  ['not-needed', 'the same, just answered', { imitable: true, answered: true }],
  ['ask', 'the same, silently, never allowed before', { imitable: true, silent: true }],
])('when a user is asked (OIDC Core s3.1.2.4): %s: %s', (decision, _, changes) =>
  expect(decideConsent({ ...FACTS, ...changes })).toBe(decision),
)

it.each([
  [true, 'public', 'http://127.0.0.1:8765/callback'],
  [false, 'public', 'https://app.example.com/callback'],
  [false, 'confidential', 'http://127.0.0.1:8765/callback'],
  [false, 'public', undefined],
] as const)('it is %s that another program can imitate a %s client at %s (RFC 8252 s8.6)', (expected, type, uri) =>
  expect(isImitable(type, uri)).toBe(expected),
)
