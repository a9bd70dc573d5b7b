/** WebKitGTK's small browser by WebDriver, on a display in memory. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { stoppedAtEnd } from '../../support/at-end.ts'
import { freePort } from '../../support/free-port.ts'
import { killed } from '../../support/killed.ts'
import { newFolder } from '../../support/new-folder.ts'
import { until } from '../../support/until.ts'
import { clickActions, type Engine, type EngineWindow, keyActions } from './engine.ts'

export const WEBKIT_DRIVER = 'WebKitWebDriver'
/** Without these, its bar of buttons is wider than a phone. */
const NARROW_BAR = '* { min-width: 0; min-height: 0; padding: 0; margin: 0; font-size: 1px; -gtk-icon-source: none }'

/** The browser that Debian has beside the driver's library. @returns undefined where there is none */
export function miniBrowser(): string | undefined {
  const folders = [
    '/usr/lib',
    ...(existsSync('/usr/lib') ? readdirSync('/usr/lib').map((name) => `/usr/lib/${name}`) : []),
  ]
  return folders
    .flatMap((folder) => ['6.0', '4.1', '4.0'].map((api) => `${folder}/webkit2gtk-${api}/MiniBrowser`))
    .find(existsSync)
}

export async function webkit(): Promise<Engine> {
  const settings = newFolder()
  mkdirSync(join(settings, 'gtk-3.0'))
  writeFileSync(join(settings, 'gtk-3.0/gtk.css'), NARROW_BAR)
  writeFileSync(join(settings, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
  const env = {
    ...process.env,
    DISPLAY: `:${await startDisplay()}`,
    GDK_BACKEND: 'x11',
    HOME: settings,
    LANG: 'en_US.UTF-8',
    LANGUAGE: 'en_US',
    // Its sandbox needs name spaces that a container lacks; it loads only pages of this machine.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    XDG_CONFIG_HOME: settings,
  }
  // A driver has one session.
  return { device: 'WebKitGTK on Linux', open: () => openWindow(env) }
}

async function startDisplay(): Promise<string> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  stoppedAtEnd({ stop: () => killed(server) })
  let said = ''
  for await (const chunk of server.stdio[3] as Readable) {
    said += String(chunk)
    if (said.includes('\n')) return said.trim()
  }
  throw new Error('Xvfb did not start')
}

async function openWindow(env: NodeJS.ProcessEnv): Promise<EngineWindow> {
  const port = await freePort()
  const driver = spawn(WEBKIT_DRIVER, ['--host=127.0.0.1', `--port=${port}`], { env, stdio: 'ignore' })
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { value } = (await answer.json()) as { value: { message?: string } | null }
    if (!answer.ok) throw new Error(`${method} ${path}: ${value?.message}`)
    return value
  }
  let session: string | undefined
  stoppedAtEnd({ stop: () => ended(driver, async () => session && call('DELETE', session)) })
  await until(async () => (await call('GET', '/status')) !== undefined, WEBKIT_DRIVER)
  const browserOptions = { binary: miniBrowser(), args: ['--automation'] }
  const made = await call('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } },
  })
  session = `/session/${(made as { sessionId: string }).sessionId}`
  const post = async (path: string, body: object): Promise<unknown> => call('POST', `${session}${path}`, body)
  const act = async (actions: object): Promise<void> => void (await post('/actions', { actions: [actions] }))
  const evaluate = (expression: string): Promise<unknown> =>
    post('/execute/sync', { script: `return ${expression}`, args: [] })
  return {
    goTo: async (url) => void (await post('/url', { url })),
    evaluate,
    clickAt: (x, y) => act(clickActions(x, y)),
    type: (text) => act(keyActions(text)),
    async resize(width, height) {
      await post('/window/rect', { width, height })
      await until(async () => (await evaluate('innerWidth')) === width, `a window of ${width} px`)
      // After a change of its width it keeps the former width of scrolled content, until the next layout.
      await evaluate("(document.body.style.width = '300px', document.body.offsetHeight)")
      await evaluate("(document.body.style.width = '')")
    },
  }
}

/** Closes the browser, then its driver. */
async function ended(driver: ChildProcess, close: () => Promise<unknown>): Promise<void> {
  await close().catch(() => undefined)
  await killed(driver)
}
