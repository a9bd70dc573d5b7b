import type { IncomingMessage } from 'node:http'
import { headerText } from './received-headers.ts'

/** Browser and operating system names, without version numbers, which mean little to most users. */
export interface Device {
  readonly browser?: string
  readonly system?: string
}

/** Describes a User-Agent with names from a fixed list. Never returns text from the header itself. */
export function describeUserAgent(userAgent: string): Device {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1]
  return { ...(browser === undefined ? {} : { browser }), ...(system === undefined ? {} : { system }) }
}

/** The device's form factor; a laptop by default. */
export function deviceKind(userAgent: string): 'laptop' | 'phone' | 'tablet' {
  if (/\b(?:iPad|Tablet)\b/.test(userAgent)) return 'tablet'
  if (/\bAndroid\b/.test(userAgent)) return /\bMobile\b/.test(userAgent) ? 'phone' : 'tablet'
  return /\b(?:iPhone|iPod|Mobile)\b/.test(userAgent) ? 'phone' : 'laptop'
}

// The order matters, because most User-Agent headers also name other browsers.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  // GNOME Web and other browsers on this engine give no name. Safari does not run there.
  [/^(?=.*\bX11\b)(?=.*\bVersion\/[\d.]).*\bSafari\//s, 'WebKitGTK'],
  [/^(?=.*\bVersion\/[\d.]).*\bSafari\//s, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** The request's browser and device, for an audit log entry; empty if the browser is not recognized. */
export function deviceIn(req: Pick<IncomingMessage, 'headers'>): { readonly device?: Device } {
  const device = describeUserAgent(headerText(req, 'user-agent') ?? '')
  return device.browser === undefined ? {} : { device }
}
