/** Clients defined in the configuration. Keys are wire names. The code in `policies/` validates URLs and scopes. */
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
    description: 'Name on the consent page and in the panel.',
    absent: 'the client_id',
    examples: ['Billing'],
    expected: 'a text of 1 to 200 characters',
  },
  owner_email: {
    ...matching('^[^\\s@]+@[^\\s@]+$', 200),
    description: 'Contact email addresses for the app.',
    absent: 'the client has no owner on record',
    examples: ['owner@example.com'],
    expected: 'an e-mail address',
  },
  client_type: {
    type: 'string',
    enum: ['confidential', 'public'],
    description:
      'confidential: a server calls the token endpoint; public: the app runs in the browser or on the device.',
    examples: ['confidential'],
  },
  client_secret: {
    type: 'string',
    minLength: 32,
    maxLength: 1024,
    writeOnly: true,
    description: 'Secret of a confidential client. Portico stores only its hash.',
    absent: 'none: demanded of confidential clients, refused from public ones and gated apps',
    examples: ['at-least-32-characters-of-randomness'],
    expected: '32 or more characters',
    hint: 'make one with: openssl rand -base64 48',
  },
  redirect_uris: {
    ...list(20, ADDRESS),
    minItems: 1,
    description: 'Redirect URIs, compared as strings. Each belongs to one client only.',
    examples: [['http://localhost:4000/callback']],
    expected: 'a list of 1 to 20 addresses',
  },
  post_logout_redirect_uris: {
    ...list(20, ADDRESS),
    default: [],
    description: 'Post-logout redirect URIs, on the origin of a redirect URI.',
    examples: [['http://localhost:4000/']],
    expected: 'a list of at most 20 addresses',
  },
  backchannel_logout_uri: {
    ...ADDRESS,
    description: 'URL that receives a logout token by POST when a session of the client ends.',
    absent: 'no back-channel logout',
    examples: ['http://localhost:4000/backchannel'],
  },
  frontchannel_logout_uri: {
    ...ADDRESS,
    description: 'URL that the browser loads in a frame when a session of the client ends.',
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
    description: 'Scopes that the client can request: built-in ones, and those that `scopes` declares.',
    examples: [['openid', 'profile', 'email', 'offline_access', 'roles', 'permissions']],
  },
  consent: {
    ...choice(['once', 'always', 'trusted'], 'once'),
    description:
      'When users are asked for consent: once per set of scopes, at every sign-in, or never (an app of the same company). With "once", a public ' +
      'client with an http redirect URI still asks at every sign-in, because other programs of the device could impersonate it.',
    examples: ['trusted'],
  },
  id_token_claims: {
    type: 'string',
    enum: ['none', 'scopes'],
    description:
      'Whether the ID token of this client also contains the claims of the granted scopes ("scopes"), or only userinfo does ("none"). Some ' +
      'libraries read the name of the user from the ID token and never call userinfo.',
    absent: 'the setting `idTokenClaims`',
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
        description: 'Roles that open the app. Users need one of them.',
        examples: [['finance']],
        expected: 'a list of 1 to 50 roles',
      },
    },
    description: 'Access to the app. The function `canSignIn` of the host must allow it too.',
    absent: 'all users',
    examples: [{ roles: ['finance'] }],
  },
  gate: {
    ...CLOSED,
    required: ['url'],
    properties: {
      url: {
        ...ADDRESS,
        description: 'URL of the app in the browser.',
        examples: ['https://wiki.example.com'],
      },
      assertion: flag(false, 'Whether the app also gets a signed assertion of the user, valid for 60 seconds.'),
    },
    description:
      'Makes the client a gated app (forward auth): an app without OpenID Connect, behind a reverse proxy that asks Portico about each request. ' +
      'It is confidential, has neither secret nor redirect URI, and gets the scopes openid, profile, email, and roles.',
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
        description: 'Requests per minute at token, introspection, and revocation together.',
        examples: [1200],
      },
    },
    description:
      'Servers of a confidential client. Requests with the client secret count for the client, not for the IP address, ' +
      'which has 30 requests per minute at each endpoint.',
    absent: 'they count as any other address',
    examples: [{ addresses: ['10.20.0.0/16'], perMinute: 1200 }],
  },
  status: {
    ...choice(['active', 'disabled'], 'active'),
    description: 'Whether the client is disabled. A disabled client gets invalid_client, and its tokens are inactive.',
    examples: ['disabled'],
  },
} as const satisfies Settings

export const CLIENT = {
  ...CLOSED,
  required: ['client_id', 'client_type', 'redirect_uris'],
  properties: CLIENT_SETTINGS,
} as const satisfies SettingSchema
