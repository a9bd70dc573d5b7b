/** External OpenID providers. Keys are the names used in the protocol, as in the provider's registration form. */
import { choice, described, flag, like, list, matching, picture, seconds, text } from './kinds.ts'
import { CLOSED, type SettingSchema, type Settings } from './setting-schema.ts'

const words = (description: string, example: readonly string[]) =>
  ({
    ...described(list(20, text(200)), description, example),
    default: [],
    expected: 'a list of at most 20 texts',
  }) as const

export const UPSTREAM_SETTINGS = {
  id: {
    ...like('^[a-z0-9-]{1,32}$'),
    description: 'ID of the connector. It is part of the redirect URI that you register with the provider.',
    examples: ['google'],
    expected: '1 to 32 lowercase letters, digits, or hyphens',
  },
  name: {
    ...described(matching('\\S', 60), 'Name on the sign-in page button: "Continue with NAME".', 'Google'),
    expected: 'a text of 1 to 60 characters',
  },
  icon: picture('Icon on the button', 'the mark of Google, Microsoft or Okta, none for other providers', '/entra.svg'),
  issuer: {
    ...matching('^https?://[^\\s?#]+$', 2048),
    description: "The provider's issuer, byte for byte as in its discovery document.",
    examples: ['https://accounts.google.com'],
    expected: 'an https URL without a query or fragment',
  },
  client_id: described(text(1024), 'Client ID issued by the provider.', 'portico'),
  client_secret: {
    ...text(1024),
    writeOnly: true,
    description: 'Client secret issued by the provider. You can also set it with UPSTREAM_{ID}_CLIENT_SECRET.',
    absent: 'the secret must come from the environment',
    examples: ['the-secret-that-the-provider-gave-out'],
  },
  secretExpires: {
    ...like('^\\d{4}-\\d{2}-\\d{2}$'),
    description: 'Expiry date of the client secret. The panel starts warning 30 days in advance.',
    absent: 'no warning',
    examples: ['2027-11-30'],
    expected: 'a day such as 2027-11-30',
  },
  scopes: {
    ...words('Scopes to request.', ['openid', 'profile', 'email']),
    default: ['openid', 'profile', 'email'],
  },
  only: flag(
    false,
    'Whether this is the only provider. The sign-in page then redirects to it, except after a sign-out or an error. ' +
      'Administrators can enter a password at `{portalUrl}?password`.',
  ),
  firstSignIn: {
    ...choice(['create', 'link', 'deny'], 'deny'),
    description:
      'What happens to unknown users: Portico creates an account, users connect an existing account in the portal, or ' +
      'only users linked by an administrator can sign in.',
    examples: ['create'],
  },
  claims: {
    type: 'object',
    default: {},
    maxProperties: 20,
    additionalProperties: { type: 'string', minLength: 1, maxLength: 200, expected: 'the name of a claim' },
    description:
      "The provider's claims, by the claim that they become. A dot selects a member of an object. Other claims keep their names.",
    examples: [{ name: 'display_name' }],
    expected: 'an object such as { "name": "display_name" }',
  },
  roles: {
    ...CLOSED,
    required: ['claim', 'map'],
    properties: {
      claim: { ...described(text(200), 'Claim that determines the roles.', 'roles'), expected: 'the name of a claim' },
      map: {
        type: 'object',
        maxProperties: 200,
        additionalProperties: words('Roles in Portico.', ['sales']),
        description: 'Roles by claim value. Values that are not listed grant no roles.',
        examples: [{ 'Portal.Sales': ['sales'] }],
        expected: 'an object such as { "Portal.Sales": ["sales"] }',
      },
    },
    description: "Roles for this connector's users, updated at each sign-in.",
    absent: 'no roles',
    examples: [{ claim: 'roles', map: { 'Portal.Sales': ['sales'] } }],
    expected: 'an object with claim and map',
  },
  require: {
    type: 'object',
    default: {},
    maxProperties: 20,
    additionalProperties: text(200),
    description: 'Claims that the ID token must contain, with these values.',
    examples: [{ hd: 'example.com' }],
    expected: 'an object such as { "hd": "example.com" }',
  },
  secondFactor: {
    ...CLOSED,
    properties: {
      acr: words('Values of `acr` that mean two factors.', [
        'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
      ]),
      amr: words('Values of `amr` that mean two factors.', ['mfa']),
    },
    description: 'Values that count as two factors (`urn:portico:acr:2`).',
    absent: 'none; users are asked for a second factor in Portico',
    examples: [{ amr: ['mfa'] }],
    expected: 'an object with acr or amr',
  },
  maxAge: {
    ...seconds(300, 604_800, 43_200),
    description:
      "Maximum lifetime of this connector's sessions and refresh tokens. Users removed at the provider lose access within this time; " +
      '`portico user suspend` ends it immediately.',
    examples: [43_200],
  },
} as const satisfies Settings

export const UPSTREAM = {
  ...CLOSED,
  required: ['id', 'name', 'issuer', 'client_id'],
  properties: UPSTREAM_SETTINGS,
  expected: 'an object with id, name, issuer and client_id',
} as const satisfies SettingSchema
