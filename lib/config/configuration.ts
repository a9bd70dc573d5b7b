/** The configuration as Portico reads it and as a host writes it. The build generates both types from the schema. */
import type { CheckedClient, CheckedSettings } from './generated/settings.js'

export type {
  AccountInput,
  AccountSettings,
  CheckedClient,
  CheckedSettings,
  ClientInput,
  ConfigurationInput,
  Deployment,
  GatedClientInput,
} from './generated/settings.js'

export interface ClientSettings extends CheckedClient {
  readonly client_name: string
}

export interface Configuration extends Omit<CheckedSettings, 'secret'> {
  /** Root secrets, current one first; empty if none is configured. Pass them to `obtainRootSecret`. */
  readonly secret: readonly string[]
  readonly adminUrl: string
  readonly portalUrl: string
  readonly nodeName: string
  readonly clients: readonly ClientSettings[]
}
