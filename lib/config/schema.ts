/**
 * All settings of the service as one JSON Schema: what `createPortico` takes as data, and what the JSON file of the
 * reference deployment holds. Numbers may be configured, rules may not, so there is no key for a rule.
 */
import { ACCOUNT } from './schema/account-settings.ts'
import { ADDRESS_SETTINGS } from './schema/address-settings.ts'
import { CLIENT } from './schema/client-settings.ts'
import { LIMIT_SETTINGS } from './schema/limit-settings.ts'
import { PAGE_SETTINGS } from './schema/page-settings.ts'
import type { SettingSchema } from './setting-schema.ts'

const { baseUrl, secret, adminUrl, portalUrl, trustProxy, idTokenClaims } = ADDRESS_SETTINGS
const { rateLimits, lifetimes, keys, audit } = LIMIT_SETTINGS
const { theme, ui, login, logout, admin, portal } = PAGE_SETTINGS

export const CONFIGURATION_SCHEMA = {
  type: 'object',
  additionalProperties: false,
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
      description: 'Clients from configuration. The panel shows them, read-only, beside those that it has registered.',
      examples: [[{ client_id: 'docs', client_type: 'public', redirect_uris: ['https://docs.example.com/callback'] }]],
      expected: 'a list of clients',
    },
    accounts: {
      type: 'array',
      maxItems: 10_000,
      items: ACCOUNT,
      default: [],
      description: 'Accounts of the embedded directory. A host with a directory of its own passes functions instead.',
      examples: [[{ sub: 'u-alice', username: 'alice', password: 'correct horse battery staple' }]],
      expected: 'a list of accounts',
    },
    rateLimits,
    lifetimes,
    theme,
    ui,
    login,
    logout,
    keys,
    trustProxy,
    idTokenClaims,
    admin,
    portal,
    audit,
  },
} as const satisfies SettingSchema

/** What the process that runs the service needs besides: read from the environment alone, never from the JSON file. */
export const DEPLOYMENT_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: [],
  properties: {
    port: {
      type: 'integer',
      minimum: 1,
      maximum: 65_535,
      default: 3000,
      description: 'Port to listen on.',
      examples: [3000],
      env: 'PORT',
    },
    host: {
      type: 'string',
      pattern: '^[A-Za-z0-9.:_-]+$',
      maxLength: 255,
      default: 'localhost',
      description: 'Host name or address to listen on.',
      examples: ['0.0.0.0'],
      expected: 'a host name or an IP address',
      env: 'HOST',
    },
    redisUrl: {
      type: 'string',
      pattern: '^(?:rediss?|redis\\+sentinel|redis\\+cluster)://\\S+$',
      maxLength: 2048,
      writeOnly: true,
      description: 'Redis: redis://, rediss://, redis+sentinel://h:p,h:p/master or redis+cluster://h:p,h:p.',
      absent: 'the embedded store',
      examples: ['redis://localhost:6379'],
      expected: 'a redis://, rediss://, redis+sentinel:// or redis+cluster:// address',
      env: 'REDIS_URL',
    },
    dataFolder: {
      type: 'string',
      minLength: 1,
      maxLength: 1024,
      default: '.portico',
      description: 'Folder of the embedded store and of the secret that was made; ":memory:" for none.',
      examples: ['/var/lib/portico'],
      env: 'PORTICO_DATA',
    },
    configFile: {
      type: 'string',
      minLength: 1,
      description: 'A JSON file with any of the settings; a value that begins with { is the JSON itself.',
      absent: 'none',
      examples: ['/etc/portico.json'],
      expected: 'the path of a JSON file',
      env: 'PORTICO_CONFIG',
    },
    logLevel: {
      type: 'string',
      enum: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      default: 'info',
      description: 'What the log tells.',
      examples: ['debug'],
      env: 'LOG_LEVEL',
    },
  },
} as const satisfies SettingSchema
