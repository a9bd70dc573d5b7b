/** The service, and apps around unmodified libraries with the block of their client pasted as it is; users at Chromium. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { blockParts, type EnvironmentFormat } from '../../lib/domain/clients/blocks/environment-block.ts'
import { launchChromium } from '../support/chromium.ts'
import { ALICE } from '../support/fixtures.ts'
import { type Idp, type IdpOptions, startIdp } from '../support/idp.ts'
import { freePort, until } from '../support/redis-server.ts'

/** What `prepare.ts` has installed. */
export const INSTALLED = resolve('.apps')
const AROUND = resolve('test/apps/around')
const READY_MS = 120_000
const PATIENCE_MS = 3000

export interface Plan {
  readonly format: EnvironmentFormat
  readonly type?: 'public' | 'confidential'
  /** `localhost` for what calls itself so. */
  readonly host?: 'localhost'
  /** Path of the redirect URI. */
  readonly callback: string
  /** Where users come back to after signing out; `/signed-out` is no page that signs in. */
  readonly signedOut?: string
  readonly backchannel?: string
  readonly idTokenClaims?: 'scopes'
  readonly scopes?: readonly string[]
  /** Folder of what is installed, in which the app gets one of its own. */
  readonly installed: string
  /** Files of `around/` by the name that they get beside the parts of the block. */
  readonly around?: Readonly<Record<string, string>>
  /** How the parts of the block are changed in name: `sso.js` as a module. */
  readonly rename?: Readonly<Record<string, string>>
  /** Changes of a part that every user makes: the path of a socket, the port that they listen at. */
  readonly variables?: (port: number) => Readonly<Record<string, string>>
  /** Run to the end before the app. */
  readonly build?: readonly string[]
  readonly command: (port: number, folder: string) => readonly string[]
}

export interface App {
  readonly origin: string
  readonly clientId: string
  readonly folder: string
  /** What it printed. */
  output(): string
  stop(): Promise<void>
}

export interface World {
  readonly idp: Idp
  start(plan: Plan): Promise<App>
  /** A browser of its own for one user. */
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
  const result = await idp.portico.clients.create(
    {
      clientId,
      clientName: plan.format,
      ownerEmail: 'owner@example.com',
      type: plan.type ?? 'confidential',
      environment: 'development',
      redirectUris: [origin + plan.callback],
      postLogoutRedirectUris: [origin + (plan.signedOut ?? '/signed-out')],
      ...(plan.backchannel === undefined ? {} : { backchannelLogoutUri: origin + plan.backchannel }),
      scopes: plan.scopes ?? ['openid', 'profile', 'email', 'offline_access'],
      consent: 'once',
      ...(plan.idTokenClaims === undefined ? {} : { idTokenClaims: plan.idTokenClaims }),
    },
    'test',
  )
  if (result.outcome !== 'done') throw new Error(JSON.stringify(result))
  const installed = join(INSTALLED, plan.installed)
  mkdirSync(installed, { recursive: true })
  const folder = mkdtempSync(join(installed, 'run-'))
  for (const [name, source] of Object.entries(plan.around ?? {}))
    cpSync(join(AROUND, source), join(folder, name), { recursive: true })
  let variables: NodeJS.Dict<string> = {}
  const block = { client: result.client, issuer: idp.issuer, secret: result.secret, at: new Date() }
  for (const { file, kind, text } of blockParts(block, plan.format)) {
    if (kind === 'variables') variables = { ...variables, ...parseEnv(text.replaceAll(/^export /gm, '')) }
    const name = join(folder, plan.rename?.[file] ?? (file.startsWith('/') ? 'variables' : file))
    mkdirSync(dirname(name), { recursive: true })
    writeFileSync(name, `${text}\n`)
  }
  const env = { ...process.env, ...variables, PORT: String(port), ...plan.variables?.(port) }
  let printed = ''
  const run = (command: readonly string[]): ChildProcess => {
    const [program = '', ...args] = command
    const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (printed += String(chunk)))
    return child
  }
  if (plan.build !== undefined) {
    const [code] = await once(run(plan.build), 'exit')
    if (code !== 0) throw new Error(printed)
  }
  const child = run(plan.command(port, folder))
  const ended = once(child, 'exit')
  await until(async () => {
    if (child.exitCode !== null) return true
    await fetch(`${origin}/ready-yet`, { redirect: 'manual' })
    return true
  }, READY_MS)
  if (child.exitCode !== null) throw new Error(`${plan.format} ended: ${printed}`)
  return {
    origin,
    clientId,
    folder,
    output: () => printed,
    async stop() {
      if (child.exitCode === null && child.pid !== undefined) {
        process.kill(-child.pid, 'SIGTERM')
        if ((await Promise.race([ended, setTimeout(PATIENCE_MS, 'late')])) === 'late')
          process.kill(-child.pid, 'SIGKILL')
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
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
