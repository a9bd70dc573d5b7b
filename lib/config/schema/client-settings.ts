/** Clients from configuration, in wire names. `policies/` validate URLs and scopes. */
import { choice, flag, integer, like, list, matching, text } from './kinds.ts'
import { CLOSED, type SettingSchema, type Settings } from './setting-schema.ts'

const ADDRESS = {
  ...text(2048),
  expected: 'an address of 1 to 2048 characters',
} as const

export const CLIENT_SETTINGS = {
  client_id: {
    ...like('^[a-z0-9](?:[a-z0-9-]{1,61})[a-z0-9]$'),
    description: 'Client ID, unique in the service.',
    examples: ['billing'],
    expected: '3 to 63 lower-case letters, digits or inner hyphens',
  },
  client_name: {
    ...matching('\\S', 200),
    description: 'Name that users read on the consent page and in the panel.',
    absent: 'the client_id',
    examples: ['Billing'],
    expected: 'a text of 1 to 200 characters',
  },
  owner_email: {
    ...matching('^[^\\s@]+@[^\\s@]+$', 200),
    description: 'Whom to write to about the app.',
    absent: 'the client has no owner on record',
    examples: ['owner@example.com'],
    expected: 'an e-mail address',
  },
  client_type: {
    type: 'string',
    enum: ['confidential', 'public'],
    description:
      'confidential: a server calls the token endpoint; public: all logic runs in the browser or on the device.',
    examples: ['confidential'],
  },
  client_secret: {
    type: 'string',
    minLength: 32,
    maxLength: 1024,
    writeOnly: true,
    description: 'Secret of a confidential client. Only its hash is kept.',
    absent: 'none: demanded of confidential clients, refused from public ones and gated apps',
    examples: ['at-least-32-characters-of-randomness'],
    expected: '32 or more characters',
    hint: 'make one with: openssl rand -base64 48',
  },
  redirect_uris: {
    ...list(20, ADDRESS),
    minItems: 1,
    description:
      'Where users are sent back to; compared as strings. Each address belongs to one client in the whole service.',
    examples: [['http://localhost:4000/callback']],
    expected: 'a list of 1 to 20 addresses',
  },
  post_logout_redirect_uris: {
    ...list(20, ADDRESS),
    default: [],
    description: 'Where users may be sent after signing out; on the origin of a redirect URI.',
    examples: [['http://localhost:4000/']],
    expected: 'a list of at most 20 addresses',
  },
  backchannel_logout_uri: {
    ...ADDRESS,
    description: 'Receives a logout token by POST when a session of the client ends.',
    absent: 'no back-channel logout',
    examples: ['http://localhost:4000/backchannel'],
  },
  frontchannel_logout_uri: {
    ...ADDRESS,
    description: 'Loaded in a frame of the browser when a session of the client ends.',
    absent: 'no front-channel logout',
    examples: ['http://localhost:4000/frontchannel'],
  },
  environment: {
    ...choice(['development', 'live'], 'development'),
    description: 'live demands https everywhere.',
    examples: ['live'],
  },
  scopes: {
    type: 'array',
    minItems: 1,
    uniqueItems: true,
    items: { type: 'string', minLength: 1, maxLength: 64, expected: 'a scope' },
    default: ['openid', 'profile', 'email', 'offline_access'],
    description: 'The scopes that the client may ask for: of the six, and of those that `scopes` declares.',
    examples: [['openid', 'profile', 'email', 'offline_access', 'roles', 'permissions']],
  },
  consent: {
    ...choice(['once', 'always', 'trusted'], 'once'),
    description:
      'When users are asked: once for each set of scopes, at every sign-in, or never (an app of the same company). With "once", a public ' +
      'client with an http redirect URI still asks at every sign-in: other programs of the device could pose as it.',
    examples: ['trusted'],
  },
  id_token_claims: {
    type: 'string',
    enum: ['none', 'scopes'],
    description:
      'Whether the claims of the granted scopes stand in the ID token of this client too ("scopes"), or at userinfo alone ("none"). Some ' +
      'libraries take the name of the user from the ID token and never ask userinfo.',
    absent: 'as `idTokenClaims` says for all',
    examples: ['scopes'],
  },
  listed: {
    type: 'boolean',
    description: 'Whether the portal shows the client among the apps of users.',
    absent: 'yes when it is live',
    examples: [true],
  },
  access: {
    ...CLOSED,
    required: ['roles'],
    properties: {
      roles: {
        ...list(50, { type: 'string', minLength: 1, maxLength: 100, expected: 'a role' }),
        minItems: 1,
        description: 'Users need one of these roles to enter the app.',
        examples: [['finance']],
        expected: 'a list of 1 to 50 roles',
      },
    },
    description: 'Who may enter the app. The rule of the host (`canSignIn`) is asked as well, and both must say yes.',
    absent: 'everybody',
    examples: [{ roles: ['finance'] }],
  },
  gate: {
    ...CLOSED,
    required: ['url'],
    properties: {
      url: {
        ...ADDRESS,
        description: 'Address of the app, as browsers have it.',
        examples: ['https://wiki.example.com'],
      },
      assertion: flag(false, 'Whether the app also gets a signed statement of who is there, for 60 seconds.'),
    },
    description:
      'Makes the client a gated app: one that does not speak OpenID Connect and stands behind a reverse proxy that asks the service. ' +
      'It is confidential, has no secret and no redirect URI of its own, and is told openid, profile, email and roles.',
    absent: 'the app speaks OpenID Connect',
    examples: [{ url: 'https://wiki.example.com' }],
  },
  backend: {
    ...CLOSED,
    required: ['addresses'],
    properties: {
      addresses: {
        ...list(20, { type: 'string', minLength: 1, maxLength: 64, expected: 'an address or a CIDR range' }),
        minItems: 1,
        description: 'IP addresses and CIDR ranges of the servers; the widest ranges are /16 of IPv4 and /48 of IPv6.',
        examples: [['10.20.0.0/16']],
        expected: 'a list of 1 to 20 addresses and CIDR ranges',
      },
      perMinute: {
        ...integer(1, 6000, 600),
        description: 'Requests a minute at token, introspection and revocation together.',
        examples: [1200],
      },
    },
    description:
      'The servers of a confidential client. What they send with the secret of the client counts for the client, and no longer for their ' +
      'address, which has 30 requests a minute at each endpoint.',
    absent: 'they count as any other address',
    examples: [{ addresses: ['10.20.0.0/16'], perMinute: 1200 }],
  },
  status: {
    ...choice(['active', 'disabled'], 'active'),
    description: 'A disabled client gets invalid_client, and its tokens are dead.',
    examples: ['disabled'],
  },
} as const satisfies Settings

export const CLIENT = {
  ...CLOSED,
  required: ['client_id', 'client_type', 'redirect_uris'],
  properties: CLIENT_SETTINGS,
} as const satisfies SettingSchema
