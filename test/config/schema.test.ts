/** The schema is complete: every key has a description, and it is true. */
import { CONFIGURATION_SCHEMA } from '../../lib/config/schema/configuration-schema.ts'
import DEPLOYMENT_SCHEMA from '../../lib/config/schema/deployment-schema.json' with { type: 'json' }
import { type SettingSchema, settingsOf } from '../../lib/config/schema/setting-schema.ts'
import { applySchema } from '../../lib/config/validate.ts'
import { words } from '../support/words.ts'

const SCHEMAS: readonly (readonly [string, SettingSchema])[] = [
  ['service', CONFIGURATION_SCHEMA],
  ['process', DEPLOYMENT_SCHEMA],
]

const alone = (schema: SettingSchema): SettingSchema => ({
  type: 'object',
  additionalProperties: false,
  required: ['it'],
  properties: { it: schema },
})

describe.each(SCHEMAS)('the schema of the %s', (_, root) => {
  const settings = settingsOf(root)
  const nodes = settings.flatMap(({ schema }) => [schema, schema.items ?? schema])
  const named = settings.map((setting) => [setting.path, setting] as const)

  it.each(named)('%s has a description, and a default or what its absence means', (_path, { schema, isRequired }) => {
    expect(schema.description).toMatch(/^[A-Za-z].+\.$/)
    expect([isRequired, schema.default !== undefined, schema.absent !== undefined].filter(Boolean)).toHaveLength(1)
  })

  it.each(named)('%s has examples, and they and the default are valid', (_path, { schema }) => {
    const values = [...(schema.examples ?? []), ...(schema.default === undefined ? [] : [schema.default])]
    expect(schema.examples?.length).toBeGreaterThan(0)
    for (const it of values) expect(applySchema(alone(schema), structuredClone({ it }))).toEqual([])
  })

  it('refuses unknown keys in every object', () => {
    const open = nodes.filter((schema) => schema.properties !== undefined && schema.additionalProperties !== false)
    expect([open, root.additionalProperties]).toEqual([[], false])
  })

  it('bounds every number', () => {
    const numbers = nodes.filter((schema) => schema.type === 'integer')
    expect(numbers.length).toBeGreaterThan(0)
    expect(numbers.filter(({ minimum, maximum }) => minimum === undefined || maximum === undefined)).toEqual([])
  })

  it('measures durations in seconds or days', () => {
    const units = nodes.flatMap(({ unit }) => unit ?? [])
    expect(units.filter((unit) => !['seconds', 'days'].includes(unit))).toEqual([])
  })

  it('gives each environment variable to one key', () => {
    const names = SCHEMAS.flatMap(([, schema]) => settingsOf(schema)).flatMap(({ schema }) => schema.env ?? [])
    expect(new Set(names).size).toBe(names.length)
    expect([...names].sort()).toEqual(words`
      ADMIN_URL BASE_URL DATABASE_CONNECTIONS DATABASE_SCHEMA DATABASE_TIMEOUT_MS DATABASE_URL DRAIN_SECONDS HOST
      LDAP_BIND_PASSWORD LDAP_CA LOG_LEVEL MAIL_FROM MAX_CONNECTIONS_PER_ADDRESS
      METRICS_PORT METRICS_TOKEN NODE_NAME PORT PORTAL_URL PORTICO_BACKUP_SECRET PORTICO_CONFIG PORTICO_DATA
      PORTICO_DATA_NAME PORTICO_SECRET PORTICO_TEXTS REDIS_KEY_PREFIX REDIS_TIMEOUT_MS REDIS_URL REDIS_WAIT_MS
      REDIS_WAIT_REPLICAS SECURITY_LOG SMTP_URL TRUST_PROXY WORKERS
    `)
  })
})

it('secrets in the schema: are marked, so that no message shows them', () => {
  const marked = SCHEMAS.flatMap(([, schema]) => settingsOf(schema)).filter(({ schema }) => schema.writeOnly)
  expect(marked.map(({ path }) => path)).toEqual(words`
    secret clients[].client_secret accounts[].password accounts[].password_hash ldap.bindPassword
    login.upstreams[].client_secret mail.url metrics.token databaseUrl redisUrl backupSecret
  `)
  expect(CONFIGURATION_SCHEMA.properties.secret.items.writeOnly).toBe(true)
})
