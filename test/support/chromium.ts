/** Chromium for the browser tests: the one of the system, without any traffic of its own. */
import { type Browser, chromium } from 'playwright-core'
import { chromiumPath } from './chromium-path.ts'

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Close it in `afterAll`. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: QUIET })
}
