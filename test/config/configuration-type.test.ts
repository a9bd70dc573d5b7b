/** The types follow from the schema. This file compiles only if they are what a host and the service expect. */
import type { ClientSettings, Configuration, ConfigurationInput } from '../../lib/config/configuration.ts'
import { CONFIGURATION_SCHEMA } from '../../lib/config/schema/configuration-schema.ts'
import type { SettingSchema } from '../../lib/config/schema/setting-schema.ts'
import { typeOf } from '../../release/setting-types.ts'
import { type Equals, holds } from '../types/equals.ts'
import { validateConfiguration } from './issues.ts'

const SAMPLE: SettingSchema = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string', description: 'Its name.', examples: ['one', 'two'] },
    mode: { type: 'string', enum: ['on', 'off'], default: 'on' },
    counts: { type: 'array', items: { type: 'integer' }, unit: 'seconds', absent: 'no counts' },
    limits: {
      type: ['object', 'boolean'],
      not: { const: true },
      default: {},
      properties: { token: { type: 'integer', default: 1 } },
    },
    named: { type: 'object', additionalProperties: { type: 'boolean' } },
  },
}
const withoutSpace = (text: string): string => text.replace(/\s+/g, ' ')

it('is written with what is there for certain, once checked', () =>
  expect(withoutSpace(typeOf(SAMPLE, 'checked'))).toBe(
    "{ readonly id: string readonly mode: 'on' | 'off' readonly counts?: readonly (number)[] readonly limits: { readonly token: number } | false readonly named?: { readonly [name: string]: boolean } }",
  ))

it('is written for a host with all that may be left out, and what each key means', () => {
  const text = typeOf(SAMPLE, 'written')
  expect(text).toContain(`/**
 * Its name.
 * @example "one"
 */
readonly id: string
`)
  expect(text).toContain(" * @default \"on\"\n */\nreadonly mode?: 'on' | 'off' | undefined\n")
  expect(text).toContain(' * @default no counts (seconds)\n */\nreadonly counts?: readonly (number)[] | undefined\n')
  expect(text).toContain('readonly token?: number | undefined\n} | false | undefined\n')
})

holds<Equals<keyof Configuration, keyof (typeof CONFIGURATION_SCHEMA)['properties']>>()
holds<Equals<Configuration['secret'], readonly string[]>>()
holds<Equals<Configuration['adminUrl' | 'portalUrl'], string>>()
holds<Equals<ClientSettings['client_name'], string>>()
holds<Equals<ClientSettings['client_secret'], string | undefined>>()

const written: ConfigurationInput = {
  baseUrl: 'http://localhost:3000',
  secret: undefined,
  clients: [
    { client_id: 'docs', client_type: 'public', redirect_uris: ['http://localhost:4000/'], consent: 'trusted' },
  ],
  accounts: [{ sub: 'a', username: 'a', password: 'p' }],
  ldap: { kind: 'openldap', url: 'ldaps://ldap.example.com', bindDn: 'cn=a', bindPassword: 'p', base: 'o=b' },
  inactive: { suspendAfterDays: 180 },
  rateLimits: { token: { limit: 5 } },
  lifetimes: { accessToken: 60 },
  theme: undefined,
}
// @ts-expect-error baseUrl has no default
const withoutBaseUrl: ConfigurationInput = {}
// @ts-expect-error a client has redirect URIs
const withoutRedirectUris: ConfigurationInput = { baseUrl: '', clients: [{ client_id: 'docs', client_type: 'public' }] }
// @ts-expect-error limits are on or off by `false`
const withTrue: ConfigurationInput = { baseUrl: '', rateLimits: true }
// @ts-expect-error there is no such key
const withUnknown: ConfigurationInput = { baseUrl: '', lifetime: {} }

it('takes what the schema takes', () => {
  expect(validateConfiguration(written).lifetimes).toMatchObject({ accessToken: 60, idToken: 900 })
  for (const wrong of [withoutBaseUrl, withoutRedirectUris, withTrue, withUnknown])
    expect(() => validateConfiguration(wrong)).toThrow()
})

it('has every key of the schema at run time', () => {
  const { secret, ...completed } = validateConfiguration(written)
  expect(secret).toEqual([])
  expect(Object.keys(completed).sort()).toEqual(
    Object.keys(CONFIGURATION_SCHEMA.properties)
      .filter((key) => key !== 'secret')
      .sort(),
  )
})
