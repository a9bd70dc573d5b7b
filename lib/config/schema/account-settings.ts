/** Accounts in the embedded directory that are defined in the configuration. Keys are claim names. */
import { CLAIM_FORMS, PICTURE_MAX_LENGTH } from '../../../policies/profile.ts'
import { choice, described, flag, like, list, matching, text } from './kinds.ts'
import { CLOSED, type SettingSchema, type Settings } from './setting-schema.ts'

const detail = <const Example extends string>(description: string, absent: string, example: Example) =>
  ({ ...described(text(200), description, example), absent }) as const

const words = <const Example extends string>(description: string, example: Example) =>
  ({
    ...described(list(500, text(200)), description, [example]),
    default: [],
    expected: 'a list of texts',
  }) as const

export const ACCOUNT_SETTINGS = {
  sub: {
    ...like('^[\\x21-\\x7e]{1,255}$'),
    description: 'Subject: permanent identifier of the user. It never changes and is never reused.',
    examples: ['u-alice'],
    expected: '1 to 255 printable ASCII characters without spaces',
  },
  username: {
    ...described(matching('^\\S(?:.*\\S)?$', 200), 'Username for signing in, case-insensitive.', 'alice'),
    expected: 'a text of 1 to 200 characters without spaces at either end',
  },
  password: {
    ...described(text(1024), 'Password, stored as argon2id.', 'correct horse battery staple'),
    writeOnly: true,
    absent: 'password_hash instead',
    expected: '1 to 1024 characters',
  },
  password_hash: {
    type: 'string',
    // Hashes must cost as much as Portico's own. Otherwise, response times would reveal which accounts exist (D-A2).
    pattern: '^\\$argon2id\\$v=19\\$m=19456,t=2,p=1\\$[A-Za-z0-9+/]{11,86}={0,2}\\$[A-Za-z0-9+/]{43}=?$',
    maxLength: 300,
    writeOnly: true,
    description:
      'Password as an argon2id hash in PHC form (m=19456, t=2, p=1, 32-byte tag). Keeps the plaintext out of the configuration and avoids hashing it at every start.',
    absent: 'password instead',
    examples: ['$argon2id$v=19$m=19456,t=2,p=1$c29tZSBzYWx0IGhlcmU$aGFzaCBvZiBhIHBhc3N3b3JkLCAzMiBieXRlcyBsb24'],
    expected: 'argon2id in PHC form with m=19456, t=2, p=1 and a tag of 32 bytes',
  },
  name: detail('Full name.', 'no such claim', 'Alice Doe'),
  given_name: detail('Given name.', 'no such claim', 'Alice'),
  family_name: detail('Family name.', 'no such claim', 'Doe'),
  email: {
    ...described(matching('^[^\\s@]+@[^\\s@]+$', 254), 'Email address.', 'alice@example.com'),
    absent: 'no such claim',
    expected: 'an email address',
  },
  email_verified: flag(
    false,
    'Whether the email address is verified. The user can sign in with a verified address, as with the username.',
  ),
  picture: {
    ...matching(CLAIM_FORMS.picture, PICTURE_MAX_LENGTH),
    description: 'URL of a picture.',
    absent: 'no such claim',
    examples: ['https://example.com/alice.png'],
    expected: 'an absolute URL',
  },
  preferred_username: detail('Preferred name of the user.', 'the username', 'alice'),
  locale: {
    ...described(like(CLAIM_FORMS.locale), 'Language as a BCP 47 tag.', 'en-GB'),
    absent: 'no such claim',
    expected: 'a language tag such as "en" or "en-GB"',
  },
  zoneinfo: {
    ...described(like(CLAIM_FORMS.zoneinfo), 'Time zone.', 'Europe/Paris'),
    absent: 'no such claim',
    expected: 'a time zone such as "Europe/Paris"',
  },
  roles: words(
    'Roles of the user. sso:admin gives access to the panel, sso:viewer gives read-only access.',
    'sso:admin',
  ),
  permissions: words('Fine-grained permissions.', 'invoices:read'),
  claims: {
    type: 'object',
    maxProperties: 50,
    additionalProperties: {
      type: ['string', 'integer', 'boolean', 'array'],
      maxLength: 1000,
      maxItems: 500,
      items: text(200),
      expected: 'a text, a whole number, true or false, or a list of texts',
    },
    description:
      'Other claims, with the names that `scopes` declares. A value is a text, a whole number, true or false, or a list of texts.',
    absent: 'none',
    examples: [{ groups: ['finance'] }],
    expected: 'an object such as { "groups": ["finance"] }',
  },
  status: described(choice(['active', 'suspended'], 'active'), 'A suspended account cannot sign in.', 'suspended'),
} as const satisfies Settings

export const ACCOUNT = {
  ...CLOSED,
  required: ['sub', 'username'],
  properties: ACCOUNT_SETTINGS,
} as const satisfies SettingSchema
