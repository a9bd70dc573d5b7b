import { ACR_PASSWORD, ACR_TWO_FACTORS } from '../../policies/authentication-context.ts'
import { decideSilent, type SilentFacts } from '../../policies/silent-authorization.ts'

const FACTS: SilentFacts = {
  prompts: [],
  maxAge: undefined,
  acrValues: undefined,
  hintedSubject: undefined,
  session: { accountId: 'u-alice', loginTs: 1_000, acr: ACR_PASSWORD },
  now: 1_600,
}

it.each<[string, Partial<SilentFacts>]>([
  ['when it asks for nothing', {}],
  ['when it forbids pages', { prompts: ['none'] }],
  ['when the sign-in is just recent enough', { maxAge: 600 }],
  ['when it means the user who is signed in', { hintedSubject: 'u-alice' }],
  ['when it asks for what the session has reached', { acrValues: ACR_PASSWORD }],
  ['when it asks for what nobody knows', { acrValues: 'urn:of:others' }],
])('a request is answered without a page: %s', (_, facts) => expect(decideSilent({ ...FACTS, ...facts })).toBe('go-on'))

describe('nobody is signed in', () => {
  it.each<[string, Partial<SilentFacts>]>([
    ['and the request asks for nothing', {}],
    ['and it wants an account to be chosen, which comes after the sign-in', { prompts: ['select_account'] }],
    ['and it means one user', { hintedSubject: 'u-alice' }],
  ])('%s', (_, facts) => expect(decideSilent({ ...FACTS, ...facts, session: undefined })).toBe('sign-in'))

  it('and the request forbids pages', () =>
    expect(decideSilent({ ...FACTS, prompts: ['none'], session: undefined })).toBe('ask'))
})

it.each<[string, Partial<SilentFacts>]>([
  ['when the request wants a sign-in', { prompts: ['login'] }],
  ['when it wants a consent', { prompts: ['consent'] }],
  ['when it wants an account to be chosen', { prompts: ['select_account'] }],
  ['when it wants several', { prompts: ['login', 'consent'] }],
  ['when the sign-in is a second too old', { maxAge: 599 }],
  ['when the sign-in must be a fresh one', { maxAge: 0, now: 1_000 }],
  ['when nobody knows how old the sign-in is', { maxAge: 600, session: { accountId: 'u-alice' } }],
  ['when it means somebody else', { hintedSubject: 'u-bob' }],
  ['when it asks for more than the session has reached', { acrValues: ACR_TWO_FACTORS }],
  ['when the session names no acr', { acrValues: ACR_PASSWORD, session: { accountId: 'u-alice', loginTs: 1_000 } }],
])('there is something to ask: %s', (_, facts) => expect(decideSilent({ ...FACTS, ...facts })).toBe('ask'))
