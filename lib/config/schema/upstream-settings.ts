/** External OpenID providers, in wire names, as the provider's registration form shows them. */
import { choice, flag, like, list, matching, seconds, text } from './kinds.ts'
import { CLOSED, type SettingSchema, type Settings } from './setting-schema.ts'

const words = (description: string, example: readonly string[]) =>
  ({
    ...list(20, text(200)),
    default: [],
    description,
    examples: [example],
    expected: 'a list of at most 20 texts',
  }) as const

export const UPSTREAM_SETTINGS = {
  id: {
    ...like('^[a-z0-9-]{1,32}$'),
    description: 'Id of the connector; it stands in the addresses that are registered there.',
    examples: ['google'],
    expected: '1 to 32 lower-case letters, digits or hyphens',
  },
  name: {
    ...matching('\\S', 60),
    description: 'Name on the button of the sign-in page: "Continue with NAME".',
    examples: ['Google'],
    expected: 'a text of 1 to 60 characters',
  },
  issuer: {
    ...matching('^https?://[^\\s?#]+$', 2048),
    description: 'Issuer of the provider, byte for byte as its discovery document has it.',
    examples: ['https://accounts.google.com'],
    expected: 'an https address without query and fragment',
  },
  client_id: {
    ...text(1024),
    description: 'Client ID that the provider gave out.',
    examples: ['portico'],
  },
  client_secret: {
    ...text(1024),
    writeOnly: true,
    description: 'Client secret that the provider gave out. UPSTREAM_{ID}_CLIENT_SECRET sets it too.',
    absent: 'it must come from the environment',
    examples: ['the-secret-that-the-provider-gave-out'],
  },
  secretExpires: {
    ...like('^\\d{4}-\\d{2}-\\d{2}$'),
    description: 'The day on which the client secret runs out there. The panel says so from 30 days before.',
    absent: 'nobody is told',
    examples: ['2027-11-30'],
    expected: 'a day such as 2027-11-30',
  },
  scopes: {
    ...words('Scopes that are asked for.', ['openid', 'profile', 'email']),
    default: ['openid', 'profile', 'email'],
  },
  only: flag(
    false,
    'Users come from this provider alone: the sign-in page leads there by itself, but for a sign-out and errors. ' +
      '`{portalUrl}?password` asks for a password, for administrators.',
  ),
  firstSignIn: {
    ...choice(['create', 'link', 'deny'], 'deny'),
    description:
      'What becomes of a user whom nobody here knows yet: an account is made, the user connects an account of theirs in the portal, or ' +
      'nobody comes in but whom an administrator has linked.',
    examples: ['create'],
  },
  claims: {
    type: 'object',
    default: {},
    maxProperties: 20,
    additionalProperties: { type: 'string', minLength: 1, maxLength: 200, expected: 'the name of a claim' },
    description:
      'Claims of the provider, by the claim here that they become. A dot walks into objects. Those that are not named keep their name.',
    examples: [{ name: 'display_name' }],
    expected: 'an object such as { "name": "display_name" }',
  },
  roles: {
    ...CLOSED,
    required: ['claim', 'map'],
    properties: {
      claim: {
        ...text(200),
        description: 'The claim with what decides the roles.',
        examples: ['roles'],
        expected: 'the name of a claim',
      },
      map: {
        type: 'object',
        maxProperties: 200,
        additionalProperties: words('Roles here.', ['sales']),
        description: 'Roles here, by a value of the claim. What is not named is no role.',
        examples: [{ 'Portal.Sales': ['sales'] }],
        expected: 'an object such as { "Portal.Sales": ["sales"] }',
      },
    },
    description: 'Roles of those who came by this connector, read anew at each sign-in.',
    absent: 'no roles',
    examples: [{ claim: 'roles', map: { 'Portal.Sales': ['sales'] } }],
    expected: 'an object with claim and map',
  },
  require: {
    type: 'object',
    default: {},
    maxProperties: 20,
    additionalProperties: text(200),
    description: 'Claims that the ID token must have, with these values.',
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
    description: 'What counts as two factors (`urn:portico:acr:2`).',
    absent: 'nothing does: second factors of this service are asked for',
    examples: [{ amr: ['mfa'] }],
    expected: 'an object with acr or amr',
  },
  maxAge: {
    ...seconds(300, 604_800, 43_200),
    description:
      'How long sessions and refresh tokens last that a sign-in by this connector began. Who leaves the company there is out of here by then; ' +
      '`portico user suspend` ends it at once.',
    examples: [43_200],
  },
} as const satisfies Settings

export const UPSTREAM = {
  ...CLOSED,
  required: ['id', 'name', 'issuer', 'client_id'],
  properties: UPSTREAM_SETTINGS,
  expected: 'an object with id, name, issuer and client_id',
} as const satisfies SettingSchema
