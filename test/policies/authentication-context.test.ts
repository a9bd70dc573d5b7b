import {
  ACR_PASSWORD,
  ACR_TWO_FACTORS,
  type AuthenticationMethod,
  authenticationOf,
  decideStepUp,
  isAuthenticationMethod,
} from '../../policies/authentication-context.ts'

it.each<[string, readonly AuthenticationMethod[], string, readonly string[]]>([
  ['a password', ['password'], ACR_PASSWORD, ['pwd']],
  ['a password and a code', ['password', 'authenticator-code'], ACR_TWO_FACTORS, ['pwd', 'otp', 'mfa']],
  ['a password and a recovery code', ['password', 'recovery-code'], ACR_TWO_FACTORS, ['pwd', 'mfa']],
  ['a passkey that may be copied', ['synced-passkey'], ACR_TWO_FACTORS, ['swk', 'user', 'mfa']],
  ['a passkey that may not', ['device-passkey'], ACR_TWO_FACTORS, ['hwk', 'user', 'mfa']],
  ['a password and a passkey', ['password', 'device-passkey'], ACR_TWO_FACTORS, ['pwd', 'hwk', 'user', 'mfa']],
  ['a code twice', ['password', 'authenticator-code', 'authenticator-code'], ACR_TWO_FACTORS, ['pwd', 'otp', 'mfa']],
  ['a password after a passkey, which begins again', ['synced-passkey', 'password'], ACR_PASSWORD, ['pwd']],
])('the claims of a sign-in (RFC 8176 s2): %s', (_, methods, acr, amr) => {
  const reached = methods.reduce<ReturnType<typeof authenticationOf> | undefined>(
    (before, method) => authenticationOf(method, before?.amr),
    undefined,
  )
  expect(reached).toEqual({ acr, amr })
})

describe('a client that asks for a context class (OIDC Core s3.1.2.1)', () => {
  const unknown = 'urn:mace:incommon:iap:silver'
  it.each<[string, string | undefined, string | undefined, ReturnType<typeof decideStepUp>]>([
    ['nothing', undefined, ACR_PASSWORD, 'enough'],
    ['an empty list', '', ACR_PASSWORD, 'enough'],
    ['what was reached', ACR_PASSWORD, ACR_PASSWORD, 'enough'],
    ['less than was reached', ACR_PASSWORD, ACR_TWO_FACTORS, 'enough'],
    ['more than was reached', ACR_TWO_FACTORS, ACR_PASSWORD, 'more-is-asked'],
    ['more, or what was reached', `${ACR_TWO_FACTORS} ${ACR_PASSWORD}`, ACR_PASSWORD, 'enough'],
    ['what is unknown', unknown, ACR_PASSWORD, 'enough'],
    ['what is unknown, or more', `${unknown} ${ACR_TWO_FACTORS}`, ACR_PASSWORD, 'more-is-asked'],
    ['two factors, of a session that says nothing', ACR_TWO_FACTORS, undefined, 'more-is-asked'],
    ['a value that only begins like one', `${ACR_TWO_FACTORS}0`, ACR_PASSWORD, 'enough'],
  ])('%s', (_, asked, reached, decision) => expect(decideStepUp(asked, reached)).toBe(decision))
})

it.each([
  [true, 'password'],
  [true, 'device-passkey'],
  [false, ''],
  [false, 'constructor'],
])('is a method: %s: %s', (expected, text) => expect(isAuthenticationMethod(text)).toBe(expected))
