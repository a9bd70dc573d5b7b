/** Settings for rate limits, lifetimes, and password attempts. The defaults come from `policies/`. */
import { GROUP } from './setting-schema.ts'

// Ten years. A longer duration is surely a mistake. In milliseconds, ten years is still a safe integer.
const LONGEST_SECONDS = 315_360_000

/** A whole number whose example is its default. */
const integer = (description: string, maximum: number, fallback: number) => ({
  type: 'integer',
  minimum: 1,
  maximum,
  default: fallback,
  description,
  examples: [fallback],
})

const seconds = (description: string, longest: number, fallback: number) => ({
  ...integer(`${description}, in seconds.`, longest, fallback),
  unit: 'seconds',
})

/** Both numbers have defaults, so either can be set on its own. */
const hitLimit = (description: string, limit: number, windowSeconds: number, longestWindow = 86_400) => ({
  ...GROUP,
  description,
  examples: [{ limit, windowSeconds }],
  expected: 'an object of limit and windowSeconds',
  properties: {
    limit: integer('Maximum number in the window.', 1_000_000_000, limit),
    windowSeconds: seconds('Length of the window', longestWindow, windowSeconds),
  },
})

const requests = (of: string, limit: number, more = '') => hitLimit(`${of} requests per IP address${more}.`, limit, 60)

const lifetime = (description: string, fallback: number) => seconds(description, LONGEST_SECONDS, fallback)

// An account is never locked for more than 15 minutes, because an attacker's attempts lock out its owner too.
const attempts = (description: string, limit: number) => hitLimit(description, limit, 900, 900)

export const LIMIT_SETTINGS = {
  rateLimits: {
    ...GROUP,
    type: ['object', 'boolean'],
    not: { const: true },
    description:
      'Rate limits per IP address and endpoint; aliases share a counter. false disables all limits, for load tests.',
    examples: [{ token: { limit: 30, windowSeconds: 60 } }, false],
    expected: 'an object, or false',
    properties: {
      discovery: requests('Discovery', 60),
      jwks: requests('JWKS', 60),
      authorize: requests('Authorization', 20),
      token: requests('Token', 30),
      userinfo: requests('Userinfo', 60),
      revocation: requests('Revocation', 30),
      introspection: requests('Introspection', 30),
      logout: requests('Logout', 30),
      frontchannelLogout: requests('Front-channel logout', 30),
      registerSession: requests('Session registration', 30),
      pages: requests('Page', 120, ': sign-in, panel, portal, and error explanations'),
      metrics: requests('Metrics', 60),
    },
  },
  lifetimes: {
    ...GROUP,
    description: 'Maximum lifetimes, in seconds.',
    examples: [{ accessToken: 900, authorizationCode: 120 }],
    properties: {
      accessToken: lifetime('Access token', 900),
      idToken: lifetime('ID token', 900),
      authorizationCode: lifetime('Authorization code', 120),
      refreshTokenIdle: lifetime('Refresh token, since its last use', 604_800),
      refreshTokenAbsolute: lifetime('Refresh token, since the sign-in', 2_592_000),
      sessionIdle: lifetime('Browser session, since its last use', 43_200),
      sessionAbsolute: lifetime('Browser session, since the sign-in', 604_800),
      interaction: lifetime('Unused sign-in or consent page', 900),
    },
  },
}

/** `login.throttle` */
export const THROTTLE_SETTINGS = {
  ...GROUP,
  description: 'Number of failed sign-ins after which the next one must wait.',
  examples: [{ accountAndAddress: { limit: 10, windowSeconds: 900 } }],
  properties: {
    accountAndAddress: attempts('Failed attempts for one account from one IP address.', 10),
    address: attempts('Failed attempts from one IP address, for any account.', 50),
    account: attempts(
      'Failed attempts for one account from all IP addresses. Beyond this limit, an IP address that has failed before must wait.',
      20,
    ),
  },
}
