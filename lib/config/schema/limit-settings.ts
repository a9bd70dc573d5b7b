/** Settings for rate limits, lifetimes, key rotation, and the audit trail. The defaults come from `policies/`. */
import { described, integer, seconds } from './kinds.ts'
import { GROUP, type Settings } from './setting-schema.ts'

// Ten years. A longer duration is surely a mistake. In milliseconds, ten years is still a safe integer.
const LONGEST_SECONDS = 315_360_000

/** Both numbers have defaults, so either can be set on its own. */
export const hitLimit = <const Limit extends number, const Window extends number>(
  description: string,
  limit: Limit,
  windowSeconds: Window,
  longestWindow = 86_400,
) =>
  ({
    ...GROUP,
    description,
    examples: [{ limit, windowSeconds }],
    expected: 'an object of limit and windowSeconds',
    properties: {
      limit: described(integer(1, 1_000_000_000, limit), 'Maximum number in the window.', limit),
      windowSeconds: {
        ...seconds(1, longestWindow, windowSeconds),
        description: 'Length of the window, in seconds.',
        examples: [windowSeconds],
      },
    },
  }) as const

const requests = <const Limit extends number>(of: string, limit: Limit, more = '') =>
  hitLimit(`${of} requests per IP address${more}.`, limit, 60)

const lifetime = <const Seconds extends number>(description: string, fallback: Seconds) =>
  described(seconds(1, LONGEST_SECONDS, fallback), `${description}, in seconds.`, fallback)

export const LIMIT_SETTINGS = {
  rateLimits: {
    type: ['object', 'boolean'],
    not: { const: true },
    additionalProperties: false,
    default: {},
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
  keys: {
    ...GROUP,
    description: 'Lifetime of signing keys.',
    examples: [{ rotateAfterDays: 90 }],
    properties: {
      rotateAfterDays: { ...described(integer(1, 3650, 90), 'Number of days a key signs.', 30), unit: 'days' },
      prePublishSeconds: {
        ...seconds(301, 86_400, 600),
        description:
          'Number of seconds a key is published before it signs. Must exceed the 300 s for which the JWKS is cached.',
        examples: [600],
        hint: 'clients cache the JWKS for 300 s; signatures from a key that signs earlier fail verification',
      },
    },
  },
  audit: {
    ...GROUP,
    description: 'Retention of the audit log.',
    examples: [{ keepDays: 365 }],
    properties: {
      keepDays: { ...described(integer(1, 36_500, 400), 'Number of days entries are kept.', 90), unit: 'days' },
      keepEntries: {
        ...integer(100, 100_000_000, 100_000),
        description:
          'Maximum number of denied requests and failed sign-ins to keep, and a hundredth of that number per account.',
        examples: [10_000],
      },
    },
  },
} as const satisfies Settings
