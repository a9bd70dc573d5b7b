/** The types follow from the schema. That they are what a host and the service expect is proved by this file compiling. */
import type { ClientSettings, Configuration, ConfigurationInput } from '../../lib/config/configuration.ts'
import { CONFIGURATION_SCHEMA } from '../../lib/config/schema/configuration-schema.ts'
import type { FromSchema } from '../../lib/config/schema/from-schema.ts'
import { type Equals, holds } from '../types/equals.ts'
import { validateConfiguration } from './issues.ts'

interface Sample {
  readonly type: 'object'
  readonly required: readonly ['id']
  readonly properties: {
    readonly id: { readonly type: 'string' }
    readonly mode: { readonly type: 'string'; readonly enum: readonly ['on', 'off']; readonly default: 'on' }
    readonly counts: { readonly type: 'array'; readonly items: { readonly type: 'integer' } }
    readonly limits: {
      readonly type: readonly ['object', 'boolean']
      readonly not: { readonly const: true }
      readonly default: object
      readonly properties: { readonly token: { readonly type: 'integer'; readonly default: 1 } }
    }
  }
}

holds<
  Equals<
    FromSchema<Sample, 'checked'>,
    {
      readonly id: string
      readonly mode: 'on' | 'off'
      readonly limits: false | { readonly token: number }
      readonly counts?: readonly number[]
    }
  >
>()
holds<
  Equals<
    FromSchema<Sample, 'written'>,
    {
      readonly id: string
      readonly mode?: 'on' | 'off' | undefined
      readonly limits?: false | { readonly token?: number | undefined } | undefined
      readonly counts?: readonly number[] | undefined
    }
  >
>()
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
