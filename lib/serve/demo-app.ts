import type { ConfigurationInput } from '../config/configuration.ts'
import { type ServeSettings, wantsDemo } from './settings.ts'

/** Settings of the process that starts the demo app. */
export interface DemoSurroundings {
  /** URL of Portico. */
  readonly baseUrl: string
  /** The port that this process listens on. */
  readonly port: number
  /** Folder for data; undefined for an in-memory store. */
  readonly dataFolder: string | undefined
  /** The current root secret, from which the app can derive secrets. */
  readonly rootSecret: string
  /** `known` means that another process on this machine runs the app, so only its client is registered. */
  readonly role: 'start' | 'known'
}

/** A demo app, registered as a client. */
export interface DemoApp {
  /** The client to register. */
  readonly client: NonNullable<ConfigurationInput['clients']>[number]
  /** Undefined if another process runs the app. */
  readonly url: string | undefined
  /** Stops the app. */
  close(): Promise<void>
}

/** Starts the demo app. @returns undefined if there is none to start */
export type StartDemo = (surroundings: DemoSurroundings) => Promise<DemoApp | undefined>

export async function demoOf(
  settings: ServeSettings,
  start: StartDemo | undefined,
  role: DemoSurroundings['role'],
): Promise<DemoApp | undefined> {
  if (start === undefined || !wantsDemo(settings)) return undefined
  const { configuration, deployment, dataFolder, root } = settings
  return start({
    baseUrl: configuration.baseUrl,
    port: deployment.port,
    dataFolder,
    rootSecret: root.secrets[0],
    role,
  })
}
