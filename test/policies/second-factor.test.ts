import { ACR_PASSWORD, ACR_TWO_FACTORS } from '../../policies/authentication-context.ts'
import {
  decideSecondFactor,
  hasGrace,
  includes,
  isInForce,
  isOfRoles,
  noticeBefore,
  type RequiredOf,
  requiredOf,
  type SecondFactorRule,
} from '../../policies/second-factor.ts'

const DAY = Date.parse('2027-01-11')
const rule = (require: RequiredOf, from = 0): SecondFactorRule => ({ require, from })
const PANEL = { isPanel: true, secondFactor: false }
const APP = { isPanel: false, secondFactor: false }
const STRICT = { isPanel: false, secondFactor: true }

it.each<[string, SecondFactorRule, typeof APP, number, RequiredOf]>([
  ['no user', rule('nobody'), APP, DAY, 'nobody'],
  ['no user, also at the panel', rule('nobody'), PANEL, DAY, 'nobody'],
  ['the rule of the deployment', rule('administrators'), APP, DAY, 'administrators'],
  ['every user of the panel, with any rule', rule({ roles: ['finance'] }), PANEL, DAY, 'everybody'],
  ['every user of a client with its own rule', rule('nobody'), STRICT, DAY, 'everybody'],
  ['no user until the day comes', rule('everybody', DAY), APP, DAY - 1, 'nobody'],
  ['no user at the panel until the day comes', rule('everybody', DAY), PANEL, DAY - 1, 'nobody'],
  ['all from the day on', rule('everybody', DAY), APP, DAY, 'everybody'],
  ["a client's own rule before the day", rule('everybody', DAY), STRICT, DAY - 1, 'everybody'],
])('two factors are required of %s', (_, deployment, client, now, required) => {
  expect(requiredOf(deployment, client, now)).toEqual(required)
  expect(isInForce(deployment, now)).toBe(
    deployment.require !== 'nobody' && (deployment.from === undefined || now >= DAY),
  )
})

it.each<[RequiredOf, readonly string[] | undefined, boolean]>([
  ['nobody', ['sso:admin'], false],
  ['everybody', undefined, true],
  ['administrators', ['sso:admin', 'editor'], true],
  ['administrators', ['sso:viewer'], false],
  ['administrators', undefined, false],
  [{ roles: ['finance', 'legal'] }, ['legal'], true],
  [{ roles: ['finance'] }, ['sso:admin'], false],
])('the requirement %j includes a user with the roles %j: %s', (required, roles, included) =>
  expect(includes(required, roles)).toBe(included),
)

it.each<[RequiredOf, boolean]>([
  ['nobody', false],
  ['everybody', false],
  ['administrators', true],
  [{ roles: ['finance'] }, true],
])('whether a change of roles can include a user in the requirement %j: %s', (required, changes) =>
  expect(isOfRoles(required)).toBe(changes),
)

const SIGN_IN = { acr: ACR_PASSWORD, signedInAt: 1_000, oldestFactorAt: 500_000, trustedBrowsers: false }
it.each([
  ['used two factors', { acr: ACR_TWO_FACTORS, oldestFactorAt: undefined }, 'met'],
  ['by password has to use the factor', {}, 'use'],
  ['by password has to set one up', { oldestFactorAt: undefined }, 'set-up'],
  ['without an acr has to set one up', { acr: undefined, oldestFactorAt: undefined }, 'set-up'],
  ['in a trusted browser counts where the rule allows it', { trustedBrowsers: true }, 'met'],
  ['from before the factor does not', { trustedBrowsers: true, oldestFactorAt: 1_000_001 }, 'use'],
  ['with trusted browsers allowed, but no factor', { trustedBrowsers: true, oldestFactorAt: undefined }, 'set-up'],
])('a sign-in that %s', (_, use, decision) => expect(decideSecondFactor({ ...SIGN_IN, ...use })).toBe(decision))

it.each([
  ['everybody', 15, undefined],
  ['everybody', 14, 'first'],
  ['everybody', 2.1, 'first'],
  ['everybody', 2, 'last'],
  ['everybody', 0, undefined],
  ['nobody', 14, undefined],
] as const)('a rule for %s, %d days before: %s', (require, days, notice) =>
  expect(noticeBefore({ require, from: DAY }, DAY - days * 86_400_000)).toBe(notice),
)

it('a grace lasts until the end of its day (UTC)', () => {
  expect(hasGrace(DAY, DAY + 86_399_999)).toBe(true)
  expect(hasGrace(DAY, DAY + 86_400_000)).toBe(false)
  expect(hasGrace(undefined, DAY)).toBe(false)
})
