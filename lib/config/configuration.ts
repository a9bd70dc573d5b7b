/**
 * The configuration as the service reads it (checked, complete, frozen), and as a host writes it. The build declares both
 * from the schema; written out here is only what is completed from other settings.
 */
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
  /** Root secrets, the one in use first; empty when none was configured. Pass them to `obtainRootSecret`. */
  readonly secret: readonly string[]
  readonly adminUrl: string
  readonly portalUrl: string
  readonly nodeName: string
  readonly clients: readonly ClientSettings[]
}
