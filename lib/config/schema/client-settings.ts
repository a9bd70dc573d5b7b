/** Clients defined in the configuration. Keys are protocol names. Code in `policies/` validates URLs and scopes. */
import { choice, described, flag, integer, like, list, matching, text } from './kinds.ts'
import { CLOSED, type SettingSchema, type Settings } from './setting-schema.ts'

const ADDRESS = {
  ...text(2048),
  expected: 'a URL of 1 to 2048 characters',
} as const

export const CLIENT_SETTINGS = {
  client_id: {
    ...described(like('^[a-z0-9](?:[a-z0-9-]{1,61})[a-z0-9]$'), 'Client ID, unique in the service.', 'billing'),
    expected: '3 to 63 lowercase letters, digits, or inner hyphens',
  },
  client_name: {
    ...described(matching('\\S', 200), 'Name on the consent page and in the panel.', 'Billing'),
    absent: 'the client_id',
    expected: 'a text of 1 to 200 characters',
  },
  owner_email: {
    ...described(matching('^[^\\s@]+@[^\\s@]+$', 200), 'Contact email address for the app.', 'owner@example.com'),
    absent: 'the client has no owner on record',
    expected: 'an email address',
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
    absent: 'none: required for confidential clients, not allowed for public clients and gated apps',
    examples: ['at-least-32-characters-of-randomness'],
    expected: '32 or more characters',
    hint: 'generate one with: openssl rand -base64 48',
  },
  redirect_uris: {
    ...list(20, ADDRESS),
    minItems: 1,
    description: 'Redirect URIs, compared as strings. Each can belong to only one client.',
    examples: [['http://localhost:4000/callback']],
    expected: 'a list of 1 to 20 URLs',
  },
  post_logout_redirect_uris: {
    ...list(20, ADDRESS),
    default: [],
    description: 'Post-logout redirect URIs, each with the same origin as a redirect URI.',
    examples: [['http://localhost:4000/']],
    expected: 'a list of at most 20 URLs',
  },
  backchannel_logout_uri: {
    ...ADDRESS,
    description: "URL that receives a logout token via POST when one of the client's sessions ends.",
    absent: 'no back-channel logout',
    examples: ['http://localhost:4000/backchannel'],
  },
  frontchannel_logout_uri: {
    ...ADDRESS,
    description: "URL that the browser loads in a frame when one of the client's sessions ends.",
    absent: 'no front-channel logout',
    examples: ['http://localhost:4000/frontchannel'],
  },
  environment: {
    ...choice(['development', 'live'], 'development'),
    description: 'Stage of the app. live requires https everywhere.',
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
      'When users are asked for consent: once per set of scopes, at every sign-in, or never (for an app from the same company). With "once", a public ' +
      'client with an http redirect URI still asks at every sign-in, because other programs on the device could impersonate it.',
    examples: ['trusted'],
  },
  id_token_claims: {
    type: 'string',
    enum: ['none', 'scopes'],
    description:
      'Whether ID tokens for this client also contain the claims from the granted scopes ("scopes"), or only userinfo does ("none"). Some ' +
      "libraries read the user's name from the ID token and never call userinfo.",
    absent: 'the setting `idTokenClaims`',
    examples: ['scopes'],
  },
  listed: {
    type: 'boolean',
    description: "Whether the portal shows the client among the user's apps.",
    absent: 'yes if the client is live',
    examples: [true],
  },
  access: {
    ...CLOSED,
    required: [],
    properties: {
      roles: {
        ...list(50, { type: 'string', minLength: 1, maxLength: 100, expected: 'a role' }),
        minItems: 1,
        description: 'Roles that give access to the app. Users need at least one of them.',
        examples: [['finance']],
        absent: 'all users',
        expected: 'a list of 1 to 50 roles',
      },
      secondFactor: {
        type: 'boolean',
        description: 'Whether users must sign in with two factors.',
        absent: 'no, unless `login.secondFactor` says so',
        examples: [true],
      },
    },
    description: "Restricts access to the app. The host's `canSignIn` function must also allow it.",
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
      assertion: flag(false, 'Whether the app also gets a signed assertion about the user, valid for 60 seconds.'),
    },
    description:
      'Makes the client a gated app (forward auth): an app without OpenID Connect, behind a reverse proxy that checks each request with Portico. ' +
      'The client is confidential, has no secret or redirect URI, and gets the scopes openid, profile, email, and roles.',
    absent: 'the app uses OpenID Connect',
    examples: [{ url: 'https://wiki.example.com' }],
  },
  backend: {
    ...CLOSED,
    required: ['addresses'],
    properties: {
      addresses: {
        ...list(20, { type: 'string', minLength: 1, maxLength: 64, expected: 'an address or a CIDR range' }),
        minItems: 1,
        description:
          'IP addresses and CIDR ranges of the servers. The widest allowed ranges are /16 for IPv4 and /48 for IPv6.',
        examples: [['10.20.0.0/16']],
        expected: 'a list of 1 to 20 addresses and CIDR ranges',
      },
      perMinute: {
        ...integer(1, 6000, 600),
        description: 'Requests per minute to token, introspection, and revocation combined.',
        examples: [1200],
      },
    },
    description:
      "A confidential client's servers. Their requests with the client secret count toward the client's limit, not the IP address's limit " +
      'of 30 requests per minute per endpoint.',
    absent: 'they are counted like any other IP address',
    examples: [{ addresses: ['10.20.0.0/16'], perMinute: 1200 }],
  },
  status: {
    ...choice(['active', 'disabled'], 'active'),
    description:
      'Whether the client is active or disabled. A disabled client gets invalid_client, and its tokens are inactive.',
    examples: ['disabled'],
  },
} as const satisfies Settings

export const CLIENT = {
  ...CLOSED,
  required: ['client_id', 'client_type', 'redirect_uris'],
  properties: CLIENT_SETTINGS,
} as const satisfies SettingSchema
