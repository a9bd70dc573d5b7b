/**
 * The configuration as the service reads it (checked, complete, frozen), and as a host writes it. Both follow from the
 * schema, where each setting says what it means; written out here is only what is completed from other settings.
 */
import type { ACCOUNT } from './schema/account-settings.ts'
import type { CLIENT } from './schema/client-settings.ts'
import type { CONFIGURATION_SCHEMA } from './schema/configuration-schema.ts'
import type { DEPLOYMENT_SCHEMA } from './schema/deployment-schema.ts'
import type { FromSchema } from './schema/from-schema.ts'

export type ClientInput = FromSchema<typeof CLIENT, 'written'>
/** A client that does not speak OpenID Connect: its redirect URI follows from its address. */
export type GatedClientInput = Omit<ClientInput, 'redirect_uris' | 'client_secret'> &
  Required<Pick<ClientInput, 'gate'>>
export type AccountInput = FromSchema<typeof ACCOUNT, 'written'>
/** What a host writes: `baseUrl` and whatever else differs from the defaults. */
export type ConfigurationInput = Omit<FromSchema<typeof CONFIGURATION_SCHEMA, 'written'>, 'clients'> & {
  readonly clients?: readonly (ClientInput | GatedClientInput)[] | undefined
}

type CheckedClient = FromSchema<typeof CLIENT, 'checked'>
/** What the schema vouches for. */
export type CheckedSettings = FromSchema<typeof CONFIGURATION_SCHEMA, 'checked'>

export interface AccountSettings extends FromSchema<typeof ACCOUNT, 'checked'> {}

export interface ClientSettings extends CheckedClient {
  readonly client_name: string
}

export interface Configuration extends Omit<CheckedSettings, 'secret'> {
  /** Root secrets, the one in use first; empty when none was configured. Pass them to `obtainRootSecret`. */
  readonly secret: readonly string[]
  readonly adminUrl: string
  readonly portalUrl: string
  readonly nodeName: string
  readonly clients: readonly ClientSettings[]
}

/** Settings for the process that runs the service, from the environment alone. */
export interface Deployment extends FromSchema<typeof DEPLOYMENT_SCHEMA, 'checked'> {}
