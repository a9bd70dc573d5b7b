/** Chromium for the browser tests: the one of the system, without any traffic of its own. */
import { type Browser, chromium } from 'playwright-core'

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The path comes from `CHROMIUM_PATH`, else Debian's. Close it in `afterAll`. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: QUIET })
}
