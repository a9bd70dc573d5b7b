/** Portico's URLs, its root secret, and the proxies it trusts to report IP addresses. */
import { choice, described, flag, integer, matching, text } from './kinds.ts'
import { GROUP, type Settings } from './setting-schema.ts'

const ADDRESS = 'an https URL, or http on localhost'

export const ADDRESS_SETTINGS = {
  baseUrl: {
    ...text(500),
    description: 'URL of Portico and its issuer, byte for byte. A path is allowed, but a trailing slash is not.',
    examples: ['https://portal.example.com/sso', 'http://localhost:3000'],
    expected: ADDRESS,
    hint: 'set baseUrl (BASE_URL=https://...); http is accepted only for localhost, 127.0.0.1, and [::1]',
    env: 'BASE_URL',
  },
  secret: {
    type: ['string', 'array'],
    minLength: 32,
    minItems: 1,
    maxItems: 10,
    items: { type: 'string', minLength: 32, maxLength: 1024, writeOnly: true, expected: '32 or more characters' },
    writeOnly: true,
    description:
      'Root secret. For rotation, a list or comma-separated text: Portico uses the first secret and still accepts the others.',
    absent: 'created and stored in the data folder for localhost; required otherwise',
    examples: ['put-the-output-of-openssl-rand-base64-48-here'],
    expected: '32 or more characters',
    hint: 'for a store or backup that exists, set the secret it was written with; for a new one: openssl rand -base64 48',
    env: 'PORTICO_SECRET',
  },
  adminUrl: {
    ...described(text(500), 'URL of the administration panel.', 'https://portal.example.com/sso/admin'),
    absent: 'baseUrl followed by admin.path',
    expected: ADDRESS,
    env: 'ADMIN_URL',
  },
  portalUrl: {
    ...described(text(500), 'URL of the user portal.', 'https://portal.example.com/sso/portal'),
    absent: 'baseUrl followed by portal.path',
    expected: ADDRESS,
    env: 'PORTAL_URL',
  },
  nodeName: {
    ...matching('^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$', 64),
    description: 'Name of this node in the log, the panel, and the doctor.',
    absent: 'host name and process id',
    examples: ['sso-1'],
    expected: 'at most 64 letters, digits, dots, colons, dashes, and underscores',
    env: 'NODE_NAME',
  },
  trustProxy: {
    ...integer(0, 32, 0),
    description:
      'Number of proxies in front of Portico whose X-Forwarded-For and X-Request-Id headers are trusted; 0 trusts none.',
    examples: [1],
    hint: 'count your proxies: 1 behind one load balancer',
    env: 'TRUST_PROXY',
  },
  hsts: {
    ...GROUP,
    description: 'Strict-Transport-Security header in every https response.',
    examples: [{ includeSubDomains: true }],
    properties: {
      includeSubDomains: flag(
        false,
        'Whether the header includes subdomains of the host. All of them must then use https.',
      ),
    },
  },
  idTokenClaims: {
    ...choice(['none', 'scopes'], 'none'),
    description:
      'Whether the ID token also contains the claims from the granted scopes ("scopes"), or only userinfo does ("none").',
    examples: ['scopes'],
  },
} as const satisfies Settings
