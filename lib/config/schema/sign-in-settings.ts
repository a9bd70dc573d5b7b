/** Settings for sign-in and sign-out, including second factors, password attempts, and notifications. */

import { choice, flag, list, matching, seconds, text } from './kinds.ts'
import { hitLimit } from './limit-settings.ts'
import { GROUP, type Settings } from './setting-schema.ts'
import { UPSTREAM } from './upstream-settings.ts'

// An account is never locked for more than 15 minutes, because an attacker's attempts lock out its owner too.
const tries = <const Limit extends number>(description: string, limit: Limit) => hitLimit(description, limit, 900, 900)

const REQUIRED_OF = ['nobody', 'administrators', 'everybody']

const addressRanges = <const Text extends string>(description: Text) =>
  ({
    ...list(100, { type: 'string', maxLength: 64, expected: 'a CIDR range' }),
    default: [],
    description,
    examples: [['10.20.0.0/16', 'fd00::/8']],
    expected: 'a list of CIDR ranges',
  }) as const

export const SIGN_IN_SETTINGS = {
  login: {
    ...GROUP,
    description: 'The sign-in page.',
    examples: [{ remember: 'never' }],
    properties: {
      forgotUrl: {
        ...matching('^(?:https://|/(?!/))\\S+$', 2048),
        description: 'URL where users reset a forgotten password. The sign-in page links to it.',
        absent: 'no link',
        examples: ['https://id.example.com/forgot-password'],
        expected: 'an https URL, or a path on this host',
      },
      remember: {
        ...choice(['ask', 'always', 'never'], 'ask'),
        description: 'Whether the session outlives the browser: if the user chooses so, always, or never.',
        examples: ['never'],
      },
      offerPasskey: flag(
        true,
        'Whether Portico offers a passkey to users without one after they sign in with a password, at most once every 30 days.',
      ),
      trustedDevices: flag(
        true,
        'Whether the second step offers to trust the browser. In a trusted browser, the password alone is enough for 30 days.',
      ),
      secondFactor: {
        ...GROUP,
        description:
          'Which users must sign in with two factors. Those without a second factor set one up when they sign in.',
        examples: [{ require: 'administrators', from: '2027-01-11' }],
        properties: {
          require: {
            type: ['string', 'object'],
            pattern: `^(?:${REQUIRED_OF.join('|')})$`,
            additionalProperties: false,
            required: ['roles'],
            properties: {
              roles: {
                ...list(50, { ...text(100), expected: 'a role' }),
                minItems: 1,
                description: 'The rule applies to users with at least one of these roles.',
                examples: [['finance']],
                expected: 'a list of 1 to 50 roles',
              },
            },
            default: 'nobody',
            description:
              'The users the rule applies to, at all apps; "administrators" have the role sso:admin. With any rule, the panel requires two factors of all its users.',
            examples: ['administrators', { roles: ['finance'] }],
            expected: `${REQUIRED_OF.join(', ')}, or roles`,
          },
          from: {
            ...matching('^\\d{4}-\\d{2}-\\d{2}$', 10),
            description:
              'First day (UTC) of the rule. Until then, the portal and an email ask users to set up a second factor.',
            absent: 'from now on',
            examples: ['2027-01-11'],
            expected: 'a date (YYYY-MM-DD)',
          },
          trustedBrowsers: flag(false, 'Whether the password is enough in a trusted browser (`trustedDevices`).'),
        },
      },
      passwordList: {
        ...text(1024),
        description: 'File with further passwords that users cannot choose, one per line.',
        absent: 'the built-in list',
        examples: ['/etc/portico/passwords.txt'],
        expected: 'the path of a file',
      },
      mailCode: flag(
        false,
        'Whether users without a second factor enter an emailed code after the password. The code does not count as a second factor. Requires a mail server.',
      ),
      upstreams: {
        type: 'array',
        maxItems: 20,
        items: UPSTREAM,
        default: [],
        description: 'External OpenID providers. Each has a button on the sign-in page.',
        examples: [[{ id: 'google', name: 'Google', issuer: 'https://accounts.google.com', client_id: 'portico' }]],
        expected: 'a list of at most 20 connectors',
      },
      allowPrivateAddresses: addressRanges(
        "CIDR ranges of private IP addresses that are allowed for `login.upstreams` endpoints outside the issuer's host.",
      ),
      throttle: {
        ...GROUP,
        description: 'Number of failed sign-ins after which the next one must wait.',
        examples: [{ accountAndAddress: { limit: 10, windowSeconds: 900 } }],
        properties: {
          accountAndAddress: tries('Failed attempts for one account from one IP address.', 10),
          address: tries('Failed attempts from one IP address, for any account.', 50),
          account: tries(
            'Failed attempts for one account from all IP addresses. Beyond this limit, an IP address that has failed before must wait.',
            20,
          ),
        },
      },
    },
  },
  logout: {
    ...GROUP,
    description: 'Sign-out and the notifications it sends to clients.',
    examples: [{ confirm: 'always' }],
    properties: {
      confirm: {
        ...choice(['when-unverified', 'always', 'never'], 'when-unverified'),
        description: 'When a sign-out asks for confirmation.',
        examples: ['always'],
      },
      allowPrivateAddresses: addressRanges(
        'CIDR ranges of private IP addresses that are allowed for back-channel logout to live clients.',
      ),
      waitSeconds: {
        ...seconds(0, 30, 2),
        description: 'How long a centralized logout waits for its notifications before responding.',
        examples: [2],
      },
      deliveryTimeoutSeconds: {
        ...seconds(1, 10, 5),
        description: "Time limit for a client's response to a back-channel notification.",
        examples: [5],
      },
      retryAfterSeconds: {
        type: 'array',
        maxItems: 20,
        items: { type: 'integer', minimum: 1, maximum: 86_400 },
        default: [1, 10, 60, 300, 900, 3_600],
        unit: 'seconds',
        description:
          'Pauses between attempts to deliver a back-channel notification, plus or minus 20%. An empty list means one attempt.',
        examples: [[1, 10, 60]],
        expected: 'a list of seconds',
      },
    },
  },
} as const satisfies Settings
