/** The service, and apps around unmodified libraries with the block of their client pasted; users in Chromium. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { blockParts } from '../../lib/domain/clients/blocks/environment-block.ts'
import type { EnvironmentFormat } from '../../lib/domain/clients/blocks/formats.ts'
import { appRegistration, type CatalogueId } from '../../lib/domain/clients/catalogue/catalogue.ts'
import type { ClientDraft } from '../../lib/domain/clients/client-draft.ts'
import { launchChromium } from '../support/chromium.ts'
import { ALICE } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { type Idp, type IdpOptions, startIdp } from '../support/idp.ts'
import { draftOf } from '../support/registered-client.ts'
import { answers, appFolder, type RunningProcess, runApp } from './process.ts'

const AROUND = resolve('test/apps/around')

/** Where users come back to after signing out: no page that signs in. */
export const SIGNED_OUT = '/signed-out'

export interface Plan {
  readonly format: EnvironmentFormat
  readonly type?: 'public' | 'confidential'
  /** `localhost` for what calls itself so. */
  readonly host?: 'localhost'
  /** Path of the redirect URI. */
  readonly callback: string
  readonly backchannel?: string
  readonly idTokenClaims?: 'scopes'
  /** Registered as the catalog registers it. */
  readonly app?: CatalogueId
  /** Folder of the installed packages, in which the app gets a subfolder. */
  readonly installed: string
  /** Files of `around/` by their target name, next to the parts of the block. */
  readonly around?: Readonly<Record<string, string>>
  /** How the parts of the block are changed in name: `sso.js` as a module. */
  readonly rename?: Readonly<Record<string, string>>
  /** Changes of a part that every user makes: the path of a socket, the port that they listen at. */
  readonly variables?: (port: number) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>
  /** Run to the end before the app. */
  readonly build?: readonly string[]
  readonly command: (port: number, folder: string) => readonly string[]
  /** Throws until the app answers; without it, the app is one that HTTP is spoken with. */
  readonly ready?: (port: number) => Promise<unknown>
}

export interface App extends RunningProcess {
  readonly origin: string
  readonly clientId: string
  readonly folder: string
}

export interface World {
  readonly idp: Idp
  start(plan: Plan): Promise<App>
  /** A separate browser for one user. */
  browser(): Promise<Page>
  close(): Promise<void>
}

let apps = 0

export async function startWorld(options: IdpOptions = {}): Promise<World> {
  const idp = await startIdp(options)
  const browser: Browser = await launchChromium()
  const running: App[] = []
  return {
    idp,
    async start(plan) {
      const app = await startApp(idp, plan)
      running.push(app)
      return app
    },
    browser: async () => (await browser.newContext({ locale: 'en-US' })).newPage(),
    async close() {
      // Servers wait for the connections that a browser keeps.
      await browser.close()
      for (const app of running) await app.stop()
      await idp.stop()
    },
  }
}

async function startApp(idp: Idp, plan: Plan): Promise<App> {
  const port = await freePort()
  const origin = `http://${plan.host ?? '127.0.0.1'}:${port}`
  const clientId = `app-${(apps += 1)}`
  const { gateUrl: _, ...app } = (plan.app && appRegistration(plan.app, origin)) ?? {}
  const result = await idp.portico.clients.create(
    draftOf(clientId, {
      clientName: plan.format,
      type: plan.type ?? 'confidential',
      redirectUris: [origin + plan.callback],
      postLogoutRedirectUris: [origin + SIGNED_OUT],
      ...(plan.backchannel === undefined ? {} : { backchannelLogoutUri: origin + plan.backchannel }),
      scopes: ['openid', 'profile', 'email', 'offline_access'],
      consent: 'once',
      ...(plan.idTokenClaims === undefined ? {} : { idTokenClaims: plan.idTokenClaims }),
      ...(app as Partial<ClientDraft>),
      clientId,
    }),
    'test',
  )
  if (result.outcome !== 'done') throw new Error(JSON.stringify(result))
  const folder = appFolder(plan.installed, AROUND, plan.around ?? {})
  let variables: NodeJS.Dict<string> = {}
  const block = { client: result.client, issuer: idp.issuer, secret: result.secret, at: new Date() }
  for (const { file, kind, text } of blockParts(block, plan.format)) {
    if (kind === 'variables') variables = { ...variables, ...parseEnv(text.replaceAll(/^export /gm, '')) }
    const name = join(folder, plan.rename?.[file] ?? (file.startsWith('/') ? 'variables' : file))
    mkdirSync(dirname(name), { recursive: true })
    writeFileSync(name, `${text}\n`)
  }
  const env = { ...process.env, ...variables, PORT: String(port), ...(await plan.variables?.(port)) }
  const ready = (): Promise<unknown> => plan.ready?.(port) ?? answers(origin)
  const running = await runApp({ folder, env, build: plan.build, command: plan.command(port, folder), ready })
  return { origin, clientId, folder, ...running }
}

/** Fills in the sign-in page. */
export async function signIn(page: Page): Promise<void> {
  await page.fill('#username', ALICE.username)
  await page.fill('#password', ALICE.password)
  await page.keyboard.press('Enter')
}

/** Answers the consent page. */
export const consent = (page: Page, answer: 'allow' | 'deny'): Promise<void> =>
  page.click(`button[name=action][value=${answer}]`)
