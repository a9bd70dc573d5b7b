/**
 * The hand-written types and the schema say the same. The proof is that this file compiles: a key that is added to one
 * of the two, or made optional in one of the two, is a compile error here.
 */
import type { Configuration, ConfigurationInput, Deployment } from '../../lib/config/configuration.ts'
import type { AccountSettings, ClientSettings } from '../../lib/config/registrations.ts'
import type { ACCOUNT } from '../../lib/config/schema/account-settings.ts'
import type { CLIENT } from '../../lib/config/schema/client-settings.ts'
import { CONFIGURATION_SCHEMA, type DEPLOYMENT_SCHEMA } from '../../lib/config/schema.ts'
import { validateConfiguration } from '../../lib/config/validate.ts'

type Flat<T> = { [Key in keyof T]: T[Key] }
type Scalar = { string: string; integer: number; boolean: boolean }

/** The keys of an object schema that are there once it has been checked and completed. */
type Present<Schema> = Schema extends { readonly properties: infer Members }
  ? {
      [Key in keyof Members]: Members[Key] extends { readonly default: unknown } ? Key : Demanded<Schema, Key>
    }[keyof Members]
  : never
type Demanded<Schema, Key> = Schema extends { readonly required: readonly (infer Required)[] }
  ? Extract<Key, Required>
  : never

/** What a schema makes of a value. */
type Checked<Schema> = Schema extends { readonly enum: readonly (infer Word)[] }
  ? Word
  : Schema extends { readonly type: keyof Scalar }
    ? Scalar[Schema['type']]
    : Schema extends { readonly type: 'array'; readonly items: infer Items }
      ? readonly Checked<Items>[]
      : Schema extends { readonly properties: infer Members }
        ? Flat<
            { readonly [Key in keyof Members & Present<Schema>]: Checked<Members[Key]> } & {
              readonly [Key in Exclude<keyof Members, Present<Schema>>]?: Checked<Members[Key]>
            }
          >
        : never

type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? 'same' : 'different'

const same = <One, Other>(_verdict: Same<One, Other>): void => undefined

type Derived = 'secret' | 'adminUrl' | 'portalUrl' | 'clients' | 'rateLimits'
type FromSchema = Checked<typeof CONFIGURATION_SCHEMA>
type RateLimits = (typeof CONFIGURATION_SCHEMA)['properties']['rateLimits']

same<Omit<Configuration, Derived>, Omit<FromSchema, Derived>>('same')
same<keyof Configuration, keyof FromSchema>('same')
same<Exclude<Configuration['rateLimits'], false>, Checked<Omit<RateLimits, 'type'>>>('same')
same<Omit<ClientSettings, 'client_name'>, Omit<Checked<typeof CLIENT>, 'client_name'>>('same')
same<AccountSettings, Checked<typeof ACCOUNT>>('same')
same<Deployment, Checked<typeof DEPLOYMENT_SCHEMA>>('same')
// @ts-expect-error the comparison itself can fail
same<{ readonly a: string }, { readonly a?: string }>('same')

const written: ConfigurationInput = {
  baseUrl: 'http://localhost:3000',
  secret: undefined,
  clients: [
    { client_id: 'docs', client_type: 'public', redirect_uris: ['http://localhost:4000/'], consent: 'trusted' },
  ],
  accounts: [{ sub: 'a', username: 'a', password: 'p' }],
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

describe('the configuration type', () => {
  it('takes what the schema takes', () => {
    expect(validateConfiguration(written).lifetimes).toMatchObject({ accessToken: 60, idToken: 900 })
    for (const wrong of [withoutBaseUrl, withoutRedirectUris, withTrue, withUnknown]) {
      expect(() => validateConfiguration(wrong)).toThrow()
    }
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
})
