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

/** Validated settings, with defaults filled in. */
export interface Configuration extends Omit<CheckedSettings, 'secret'> {
  /** Root secrets, current one first; empty if none is configured. Pass them to `obtainRootSecret`. */
  readonly secret: readonly string[]
  /** URL of the administration panel. @default `baseUrl` followed by `admin.path` */
  readonly adminUrl: string
  /** URL of the user portal. @default `baseUrl` followed by `portal.path` */
  readonly portalUrl: string
  /** Name of this node. @default host name and process ID */
  readonly nodeName: string
  /** Clients defined in the configuration. @default [] */
  readonly clients: readonly ClientSettings[]
}
