import { ACR_PASSWORD, ACR_TWO_FACTORS } from '../../policies/authentication-context.ts'
import { nextStep, ROWS, type StepFacts } from '../../policies/authorization-step.ts'

const SESSION = { accountId: 'u-alice', loginTs: 1_000, acr: ACR_PASSWORD }
const FACTS: StepFacts = {
  prompts: [],
  maxAge: undefined,
  acrValues: undefined,
  hintedSubject: undefined,
  scopes: ['openid', 'email'],
  session: SESSION,
  user: true,
  access: true,
  secondFactor: true,
  required: 'not-required',
  consented: ['openid', 'email'],
  consentMode: 'once',
  imitable: false,
  completed: [],
  now: 1_600,
}
const completed = (...prompts: readonly string[]): Partial<StepFacts> => ({ completed: prompts })
const stepOf = (facts: Partial<StepFacts>): string => {
  const decision = nextStep({ ...FACTS, ...facts })
  if ('deny' in decision) return `${decision.deny.error} ${decision.deny.ref}`
  return 'step' in decision ? decision.step : `look up ${decision.lookUp}`
}

it.each<[string, Partial<StepFacts>]>([
  ['that asks for nothing', {}],
  ['that forbids pages', { prompts: ['none'] }],
  ['when the sign-in is just recent enough', { maxAge: 600 }],
  ['that means the user who is signed in', { hintedSubject: 'u-alice' }],
  ['that asks for what the session has reached', { acrValues: ACR_PASSWORD }],
  ['that asks for an unknown acr', { acrValues: 'urn:of:others' }],
  ['that asks for more than a user with one factor can do', { acrValues: ACR_TWO_FACTORS, secondFactor: false }],
  ['of a client that asks for no consent', { consentMode: 'trusted', consented: undefined }],
  ['after a sign-in that it wanted', { prompts: ['login'], ...completed('login') }],
  ['after a sign-in, which is as fresh as it can be', { maxAge: 0, ...completed('login') }],
  ['after the choice of an account', { prompts: ['select_account'], ...completed('select_account') }],
  ['after a consent that it wanted', { prompts: ['consent'], ...completed('consent') }],
  ['after a consent of a client that always asks', { consentMode: 'always', ...completed('consent') }],
])('the next step is the code for a request %s', (_, facts) => expect(stepOf(facts)).toBe('code'))

/** Clause of a row, facts to which no other row applies, and the error where the request forbids pages. */
const ASKED: readonly (readonly [clause: RegExp, step: string, facts: Partial<StepFacts>, silent: string])[] = [
  [/s3\.1\.2\.3/, 'sign-in', { session: undefined }, 'login_required login_required'],
  [/D-T12/, 'sign-in', { user: false }, 'login_required login_required'],
  [/prompt=login/, 'confirm-identity', { prompts: ['login'] }, ''],
  [/max_age/, 'confirm-identity', { maxAge: 599 }, 'login_required login_required'],
  [/id_token_hint/, 'confirm-identity', { hintedSubject: 'u-bob' }, 'login_required login_required'],
  [/select_account/, 'select-account', { prompts: ['select_account'] }, ''],
  [/access rule/, 'not-allowed', { access: false }, 'access_denied access_rule'],
  [/the user has one$/, 'second-step', { required: 'use' }, 'interaction_required interaction_required'],
  [
    /bound to an account/,
    'confirm-identity',
    { required: 'set-up', now: 1_601 },
    'interaction_required interaction_required',
  ],
  [/has none yet/, 'enroll', { required: 'set-up' }, 'interaction_required interaction_required'],
  [/acr_values/, 'second-step', { acrValues: ACR_TWO_FACTORS }, 'interaction_required interaction_required'],
  [/prompt=consent/, 'consent', { prompts: ['consent'] }, ''],
  [/s3\.1\.2\.4/, 'consent', { consented: ['openid'] }, 'consent_required consent_required'],
]

describe('a user is asked', () => {
  it('by each row, and the first one that applies decides', () => {
    expect(ASKED.map(([clause]) => clause)).toHaveLength(ROWS.length)
    ASKED.forEach(([clause, step, facts], index) => {
      expect(ROWS[index]?.clause).toMatch(clause)
      expect([step, stepOf(facts)]).toEqual([step, step])
      for (const [, , later] of ASKED.slice(index + 1)) {
        const prompts = [...(facts.prompts ?? []), ...(later.prompts ?? [])]
        expect([step, stepOf({ ...later, ...facts, prompts })]).toEqual([step, step])
      }
    })
  })

  it.each(ASKED.filter(([, , , silent]) => silent !== ''))(
    '%s, unless the request forbids pages',
    (_, _step, facts, silent) => expect(stepOf({ ...facts, prompts: ['none'] })).toBe(silent),
  )

  it.each<[string, string, Partial<StepFacts>]>([
    ['for a fresh sign-in, however recent the last one is', 'confirm-identity', { maxAge: 0, now: 1_000 }],
    ['when the time of the sign-in is unknown', 'confirm-identity', { maxAge: 600, session: { accountId: 'u-alice' } }],
    ['in a session that names no acr', 'second-step', { acrValues: ACR_PASSWORD, session: { accountId: 'u-alice' } }],
    ['for the consent of a client that always asks', 'consent', { consentMode: 'always', consented: undefined }],
    ['for a consent that another program may have had', 'consent', { imitable: true }],
    ['to sign in again when the account went away meanwhile', 'sign-in', { user: false, ...completed('login') }],
  ])('%s', (_, step, facts) => expect(stepOf(facts)).toBe(step))
})

it.each<[string, string, Partial<StepFacts>]>([
  [
    'another user than the hint names has signed in',
    'login_required login_required',
    { hintedSubject: 'u-bob', ...completed('login') },
  ],
  ['the app is not for the user', 'access_denied access_rule', { access: false, ...completed('not_allowed') }],
])('a row that still applies after its prompt is denied: %s', (_, denial, facts) => expect(stepOf(facts)).toBe(denial))

it.each<[string, Partial<StepFacts>]>([
  ['sign-in', { session: undefined, user: undefined }],
  ['look up user', { user: undefined, access: undefined, consented: undefined }],
  ['confirm-identity', { prompts: ['login'], access: undefined, consented: undefined }],
  ['look up access', { access: undefined, consented: undefined }],
  ['look up required', { required: undefined, acrValues: ACR_TWO_FACTORS, secondFactor: undefined }],
  ['look up secondFactor', { acrValues: ACR_TWO_FACTORS, secondFactor: undefined }],
  ['code', { secondFactor: undefined }],
  ['look up consented', { consented: undefined }],
  ['code', { consented: undefined, ...completed('consent') }],
])('a missing fact is looked up only when the decision depends on it: %s', (step, facts) =>
  expect(stepOf(facts)).toBe(step),
)
