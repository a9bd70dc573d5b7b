/** Firefox by WebDriver BiDi, which it speaks without another program. */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stoppedAtEnd } from '../../support/at-end.ts'
import { killed } from '../../support/killed.ts'
import { newFolder } from '../../support/new-folder.ts'
import { clickActions, type Engine, keyActions } from './engine.ts'

export const FIREFOX = 'firefox-esr'
/** It calls no other host, and shows no animations. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'browser.topsites.contile.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'intl.accept_languages': 'en-US',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'signon.rememberSignons': false,
  'toolkit.telemetry.server': 'data:,',
  'ui.prefersReducedMotion': 1,
}

export async function firefox(): Promise<Engine> {
  const bidi = await connected(await started())
  await bidi('session.new', { capabilities: {} })
  return {
    device: 'Firefox on Linux',
    async open() {
      const { userContext } = await bidi('browser.createUserContext', {})
      // Not a tab: one in the background takes 0.7 s for a change of size.
      const { context } = await bidi('browsingContext.create', { type: 'window', userContext })
      const act = async (actions: object): Promise<void> =>
        void (await bidi('input.performActions', { context, actions: [actions] }))
      return {
        goTo: async (url) => void (await bidi('browsingContext.navigate', { context, url, wait: 'complete' })),
        async evaluate(expression) {
          const { result, exceptionDetails } = await bidi('script.evaluate', {
            // As text, because BiDi describes values by their types.
            expression: `JSON.stringify(${expression})`,
            target: { context },
            awaitPromise: false,
          })
          if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text)
          return result?.value === undefined ? undefined : JSON.parse(result.value)
        },
        clickAt: (x, y) => act(clickActions(x, y)),
        type: (text) => act(keyActions(text)),
        resize: async (width, height) =>
          void (await bidi('browsingContext.setViewport', { context, viewport: { width, height } })),
      }
    },
  }
}

/** @returns the URL at which it listens, on the loopback address */
async function started(): Promise<string> {
  const profile = newFolder()
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify([name, value]).slice(1, -1)});`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const child = spawn(FIREFOX, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'], {
    env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  stoppedAtEnd({ stop: () => killed(child) })
  let said = ''
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`Firefox did not start: ${said}`)))
    child.stderr.on('data', (chunk: Buffer) => {
      said += String(chunk)
      const url = /WebDriver BiDi listening on (ws:\S+)/.exec(said)?.[1]
      if (url !== undefined) resolve(url)
    })
  })
}

/** The members of BiDi's results that the walk reads. */
interface Result {
  readonly userContext?: string
  readonly context?: string
  readonly result?: { readonly value?: string }
  readonly exceptionDetails?: { readonly text: string }
}
type Bidi = (method: string, params: object) => Promise<Result>

async function connected(url: string): Promise<Bidi> {
  const socket = stoppedAtEnd(new WebSocket(`${url}/session`))
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  const waiting = new Map<number, PromiseWithResolvers<Result>>()
  let count = 0
  socket.onmessage = ({ data }) => {
    const { id, result, error, message } = JSON.parse(String(data))
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) asked?.resolve(result)
    else asked?.reject(new Error(`${error}: ${message}`))
  }
  socket.onclose = () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has ended'))
  }
  return (method, params) => {
    const asked = Promise.withResolvers<Result>()
    waiting.set((count += 1), asked)
    socket.send(JSON.stringify({ id: count, method, params }))
    return asked.promise
  }
}
