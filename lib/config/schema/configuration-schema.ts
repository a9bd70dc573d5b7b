/** All settings as one JSON Schema. Settings can change a rule's numbers, but none can turn a rule off. */
import { ACCOUNT } from './account-settings.ts'
import { ADDRESS_SETTINGS } from './address-settings.ts'
import { CLIENT } from './client-settings.ts'
import { DIRECTORY } from './directory-settings.ts'
import { GATE_SETTINGS } from './gate-settings.ts'
import { LIMIT_SETTINGS } from './limit-settings.ts'
import { MAIL_SETTINGS } from './mail-settings.ts'
import { METRICS_SETTINGS } from './metrics-settings.ts'
import { PAGE_SETTINGS } from './page-settings.ts'
import { SCOPE_SETTINGS } from './scope-settings.ts'
import { CLOSED, type SettingSchema } from './setting-schema.ts'
import { SIGN_IN_SETTINGS } from './sign-in-settings.ts'

const { baseUrl, secret, adminUrl, portalUrl, trustProxy, hsts, nodeName, idTokenClaims } = ADDRESS_SETTINGS
const { rateLimits, lifetimes, keys, audit } = LIMIT_SETTINGS
const { theme, ui, admin, portal, host } = PAGE_SETTINGS
const { gate } = GATE_SETTINGS
const { mail } = MAIL_SETTINGS
const { metrics } = METRICS_SETTINGS
const { scopes } = SCOPE_SETTINGS
const { login, logout } = SIGN_IN_SETTINGS

export const CONFIGURATION_SCHEMA = {
  ...CLOSED,
  required: ['baseUrl'],
  properties: {
    baseUrl,
    secret,
    adminUrl,
    portalUrl,
    clients: {
      type: 'array',
      maxItems: 10_000,
      items: CLIENT,
      default: [],
      description:
        'Clients defined in the configuration. The panel shows them read-only, next to those registered in the panel.',
      examples: [[{ client_id: 'docs', client_type: 'public', redirect_uris: ['https://docs.example.com/callback'] }]],
      expected: 'a list of clients',
    },
    accounts: {
      type: 'array',
      maxItems: 10_000,
      items: ACCOUNT,
      default: [],
      description: 'Accounts in the embedded directory. A host with its own directory passes functions instead.',
      examples: [[{ sub: 'u-alice', username: 'alice', password: 'correct horse battery staple' }]],
      expected: 'a list of accounts',
    },
    ldap: DIRECTORY,
    scopes,
    rateLimits,
    lifetimes,
    theme,
    ui,
    login,
    logout,
    mail,
    keys,
    nodeName,
    trustProxy,
    hsts,
    idTokenClaims,
    admin,
    portal,
    host,
    gate,
    audit,
    metrics,
  },
} as const satisfies SettingSchema
