/** Starts an app that is written as the README of its library shows: it receives the issuer and its client. */
import { resolve } from 'node:path'
import { freePort } from '../../support/free-port.ts'
import type { Idp } from '../../support/idp.ts'
import { registerTrusted } from '../../support/registered-client.ts'
import { until } from '../../support/until.ts'
import { answers, appFolder, type RunningProcess, runApp } from '../process.ts'

const APPS = resolve('test/apps/readmes/apps')

export interface ReadmeApp {
  readonly type?: 'public' | 'confidential'
  /** Path of the redirect URI that its guide has. */
  readonly callback: string
  /** Path where a sign-in begins; for a program in the terminal, the URL that it prints. It names the user there. */
  readonly start: string | RegExp
  /** Pressed there, where a page asks first. */
  readonly press?: string
  /** Where the user is named, unless the sign-in ends there. */
  readonly session?: string
  /** Folder of the installed packages, in which the app gets a subfolder. */
  readonly installed: string
  /** Copied files: files of `apps/` by their target name. */
  readonly files: Readonly<Record<string, string>>
  /** More that its guide lets one set in the environment: its own secret and address. */
  readonly variables?: (values: ReadmeValues) => Readonly<Record<string, string>>
  /** Run to the end before the app. */
  readonly build?: readonly string[]
  readonly command: (values: ReadmeValues) => readonly string[]
  /** The lines of the error page, for what is configured from outside; an app of one file reads `FIXED`. */
  readonly fix?: {
    readonly arguments?: readonly string[]
    readonly variables?: Readonly<Record<string, string>>
    /** Appended to the URL that a program prints. */
    readonly query?: string
    /** Allowed to the client. */
    readonly scopes?: readonly string[]
  }
}

/** What a developer fills in; the app reads them from its environment. */
export type ReadmeValues = Readonly<
  Record<'ISSUER' | 'CLIENT_ID' | 'CLIENT_SECRET' | 'REDIRECT_URI' | 'ORIGIN' | 'PORT' | 'FOLDER', string>
>

export interface Running extends RunningProcess {
  readonly origin: string
  /** The URL where a sign-in begins. */
  start(): Promise<string>
}

let clients = 0

/** @param fixed whether its developer added the lines of the error page */
export async function startAsReadme(idp: Idp, app: ReadmeApp, fixed = false): Promise<Running> {
  const port = String(await freePort())
  // As the guides have it; Auth.js takes itself for `localhost` whatever the address.
  const origin = `http://localhost:${port}`
  const fix = fixed ? app.fix : undefined
  const client = await register(idp, origin, app, fix?.scopes)
  const folder = appFolder(app.installed, APPS, app.files)
  const values: ReadmeValues = { ISSUER: idp.issuer, ...client, ORIGIN: origin, PORT: port, FOLDER: folder }
  // Jest sets `test`, which no developer has; the frameworks would report less.
  const { NODE_ENV: _, ...inherited } = process.env
  const lines = fixed ? { FIXED: '1', ...fix?.variables } : {}
  const env = { ...inherited, ...values, ...app.variables?.(values), NEXT_TELEMETRY_DISABLED: '1', ...lines }
  const running = await runApp({
    folder,
    env,
    build: app.build,
    command: [...app.command(values), ...(fix?.arguments ?? [])],
    ready: () => answers(origin),
  })
  const { start } = app
  return {
    origin,
    start: async () =>
      typeof start === 'string' ? origin + start : (await printed(running, start)) + (fix?.query ?? ''),
    ...running,
  }
}

async function printed({ output }: RunningProcess, url: RegExp): Promise<string> {
  await until(() => url.test(output()), 'the URL')
  return url.exec(output())?.[0] ?? ''
}

async function register(
  idp: Idp,
  origin: string,
  { type = 'confidential', callback }: ReadmeApp,
  more: readonly string[] = [],
): Promise<Pick<ReadmeValues, 'CLIENT_ID' | 'CLIENT_SECRET' | 'REDIRECT_URI'>> {
  const clientId = `readme-${(clients += 1)}`
  const { client_secret: secret = '' } = await registerTrusted(idp, clientId, {
    type,
    redirectUris: [origin + callback],
    scopes: ['openid', 'profile', 'email', ...more],
    consent: 'once',
  })
  return { CLIENT_ID: clientId, CLIENT_SECRET: secret, REDIRECT_URI: origin + callback }
}
