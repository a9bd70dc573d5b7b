/** Sign-in and sign-out: second factors, password attempts, notifications. */

import { choice, flag, list, matching, seconds } from './kinds.ts'
import { hitLimit } from './limit-settings.ts'
import { GROUP, type Settings } from './setting-schema.ts'
import { UPSTREAM } from './upstream-settings.ts'

// Failed attempts by an attacker also lock out the owner, so the lock never exceeds 15 minutes.
const tries = <const Limit extends number>(description: string, limit: Limit) => hitLimit(description, limit, 900, 900)

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
        description: 'Where users choose a new password who have forgotten theirs. A link below the field leads there.',
        absent: 'no link',
        examples: ['https://id.example.com/forgot-password'],
        expected: 'an https address, or a path on this host',
      },
      remember: {
        ...choice(['ask', 'always', 'never'], 'ask'),
        description: 'Whether the session outlives the browser: as the user says, always, never.',
        examples: ['never'],
      },
      offerPasskey: flag(
        true,
        'Whether users without a passkey are offered one after signing in with a password, at most once in 30 days.',
      ),
      trustedDevices: flag(
        true,
        'Whether the second step offers to trust the browser: for 30 days the password alone signs in there.',
      ),
      mailCode: flag(
        false,
        'Whether users without a second factor enter a code from an email after their password. It is no second factor, and needs a mail server.',
      ),
      upstreams: {
        type: 'array',
        maxItems: 20,
        items: UPSTREAM,
        default: [],
        description: 'OpenID providers that users come from; each has a button on the sign-in page.',
        examples: [[{ id: 'google', name: 'Google', issuer: 'https://accounts.google.com', client_id: 'portico' }]],
        expected: 'a list of at most 20 connectors',
      },
      allowPrivateAddresses: addressRanges(
        'CIDR ranges of private addresses at which a provider of `login.upstreams` may have its endpoints, where these are not on the host of its issuer.',
      ),
      throttle: {
        ...GROUP,
        description: 'Failed sign-ins after which the next must wait.',
        examples: [{ accountAndAddress: { limit: 10, windowSeconds: 900 } }],
        properties: {
          accountAndAddress: tries('Failed tries for one account from one address.', 10),
          address: tries('Failed tries from one address, whatever the account.', 50),
          account: tries(
            'Failed tries for one account from anywhere; past it an address that has failed before must wait.',
            20,
          ),
        },
      },
    },
  },
  logout: {
    ...GROUP,
    description: 'Signing out, and notifying clients of it.',
    examples: [{ confirm: 'always' }],
    properties: {
      confirm: {
        ...choice(['when-unverified', 'always', 'never'], 'when-unverified'),
        description: 'When a browser is asked before it is signed out.',
        examples: ['always'],
      },
      allowPrivateAddresses: addressRanges(
        'CIDR ranges of private addresses to which back-channel logout of live clients may go.',
      ),
      waitSeconds: {
        ...seconds(0, 30, 2),
        description: 'How long a centralized logout waits for its notifications before it answers.',
        examples: [2],
      },
      deliveryTimeoutSeconds: {
        ...seconds(1, 10, 5),
        description: 'How long a client may take to answer a back-channel notification.',
        examples: [5],
      },
      retryAfterSeconds: {
        type: 'array',
        maxItems: 20,
        items: { type: 'integer', minimum: 1, maximum: 86_400 },
        default: [1, 10, 60, 300, 900, 3_600],
        unit: 'seconds',
        description:
          'Pauses between the tries of a back-channel notification, give or take 20 %; an empty list means one try.',
        examples: [[1, 10, 60]],
        expected: 'a list of seconds',
      },
    },
  },
} as const satisfies Settings
