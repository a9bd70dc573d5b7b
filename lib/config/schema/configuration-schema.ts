/**
 * All settings as one JSON Schema. Settings can change a rule's numbers, but none can turn a rule off.
 *
 * Keys of clients and external providers are protocol names, keys of accounts are claim names. Code in `policies/`
 * validates URLs and scopes. A configured password hash must cost as much as Portico's own: otherwise, response times
 * would reveal which accounts exist (D-A2).
 */
import ACCOUNT from './account-settings.json' with { type: 'json' }
import ADDRESS_SETTINGS from './address-settings.json' with { type: 'json' }
import CLIENT from './client-settings.json' with { type: 'json' }
import DIRECTORY from './directory-settings.json' with { type: 'json' }
import GATE_SETTINGS from './gate-settings.json' with { type: 'json' }
import { LIMIT_SETTINGS, THROTTLE_SETTINGS } from './limit-settings.ts'
import MAIL_SETTINGS from './mail-settings.json' with { type: 'json' }
import METRICS_SETTINGS from './metrics-settings.json' with { type: 'json' }
import PAGE_SETTINGS from './page-settings.json' with { type: 'json' }
import RETENTION_SETTINGS from './retention-settings.json' with { type: 'json' }
import SCOPE_SETTINGS from './scope-settings.json' with { type: 'json' }
import { CLOSED, type SettingSchema } from './setting-schema.ts'
import SIGN_IN_SETTINGS from './sign-in-settings.json' with { type: 'json' }
import UPSTREAM from './upstream-settings.json' with { type: 'json' }

const { baseUrl, secret, adminUrl, portalUrl, trustProxy, hsts, nodeName, idTokenClaims } = ADDRESS_SETTINGS
const { rateLimits, lifetimes } = LIMIT_SETTINGS
const { keys, inactive, audit } = RETENTION_SETTINGS
const { theme, ui, admin, portal, host } = PAGE_SETTINGS
const { gate } = GATE_SETTINGS
const { mail } = MAIL_SETTINGS
const { metrics } = METRICS_SETTINGS
const { scopes } = SCOPE_SETTINGS
const { login, logout } = SIGN_IN_SETTINGS
const { productName: _name, favicon: _icon, assets: _folder, ...look } = theme.properties
/** What can differ for a single app. */
const appTheme = {
  ...CLOSED,
  properties: look,
  description: "Appearance of this app's sign-in, consent, and error pages, with the keys of theme.",
  absent: 'the appearance of all pages',
  examples: [{ accent: '#7a2e8e', logo: 'crm.svg' }],
} satisfies SettingSchema
const upstreams = { ...login.properties.upstreams, items: UPSTREAM }

export const CLIENT_SCHEMA = {
  ...CLIENT,
  properties: { ...CLIENT.properties, theme: appTheme },
} satisfies SettingSchema

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
      items: CLIENT_SCHEMA,
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
    login: { ...login, properties: { ...login.properties, upstreams, throttle: THROTTLE_SETTINGS } },
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
    inactive,
    audit,
    metrics,
  },
} satisfies SettingSchema
