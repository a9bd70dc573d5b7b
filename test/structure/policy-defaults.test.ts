/** The rule has the default of each configurable number, and the configuration has the same. */
import { CONFIGURATION_SCHEMA } from '../../lib/config/schema/configuration-schema.ts'
import { keyTimes } from '../../lib/domain/keys/key-timing.ts'
import { BUDGETS, type Limit } from '../../policies/budgets.ts'
import { RETRY_AFTER_SECONDS } from '../../policies/delivery-retry.ts'
import { JWKS_MAX_AGE_SECONDS } from '../../policies/key-rotation.ts'
import { LIFETIMES } from '../../policies/lifetimes.ts'
import { CLAIM_FORMS, PICTURE_MAX_LENGTH } from '../../policies/profile.ts'
import { validateConfiguration } from '../config/issues.ts'

const keys = CONFIGURATION_SCHEMA.properties.keys.properties
const configuration = validateConfiguration({ baseUrl: 'http://localhost:3000' })

const limitsOf = (budgets: Readonly<Record<string, Limit>>): Readonly<Record<string, Limit>> =>
  Object.fromEntries(
    Object.entries(budgets).map(([name, { limit, windowSeconds }]) => [name, { limit, windowSeconds }]),
  )

describe('without any setting', () => {
  it.each([
    ['lifetimes', configuration.lifetimes, LIFETIMES],
    ['rate limits', configuration.rateLimits, limitsOf(BUDGETS.requests)],
    ['the throttle of sign-ins', configuration.login.throttle, limitsOf(BUDGETS.signIn)],
    ['the pauses between two tries of a notification', configuration.logout.retryAfterSeconds, RETRY_AFTER_SECONDS],
  ])('%s are those of the rule', (_, configured, rule) => expect(configured).toEqual(rule))
})

it('configured accounts have claims of the forms that users can enter', () => {
  const { picture, locale, zoneinfo } = CONFIGURATION_SCHEMA.properties.accounts.items.properties
  expect({ picture: picture.pattern, locale: locale.pattern, zoneinfo: zoneinfo.pattern }).toEqual(CLAIM_FORMS)
  expect(picture.maxLength).toBe(PICTURE_MAX_LENGTH)
})

/** Like `key-rotation.test.ts`: a verifier may have fetched old keys, from a node that had read them long before. */
describe.each([
  ['by default', configuration.keys],
  [
    'at the shortest that may be configured',
    { rotateAfterDays: keys.rotateAfterDays.minimum, prePublishSeconds: keys.prePublishSeconds.minimum },
  ],
])('the times of signing keys %s', (_, settings) => {
  const { prePublish, withdrawAfter, refreshMs } = keyTimes(settings, LIFETIMES)
  const lag = refreshMs / 1000

  it('let a key sign only when every client has it', () =>
    expect(prePublish).toBeGreaterThanOrEqual(JWKS_MAX_AGE_SECONDS + lag))

  it('withdraw a key only when no token of it lives', () =>
    expect(withdrawAfter).toBeGreaterThanOrEqual(Math.max(LIFETIMES.accessToken, LIFETIMES.idToken) + lag))
})
