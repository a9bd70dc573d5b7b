import type { IncomingMessage } from 'node:http'
import { headerText } from './received-headers.ts'

/** Browser and system of a User-Agent header, by their common names; no version, because it says nothing to users. */
export interface Device {
  readonly browser?: string
  readonly system?: string
}

export type DeviceKind = 'laptop' | 'phone' | 'tablet'

/** Words of a fixed list: nothing that a browser sent is part of them. */
export function describeUserAgent(userAgent: string): Device {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1]
  return { ...(browser === undefined ? {} : { browser }), ...(system === undefined ? {} : { system }) }
}

/** What the device looks like; a browser that does not say is taken for one on a table. */
export function deviceKind(userAgent: string): DeviceKind {
  if (/\b(?:iPad|Tablet)\b/.test(userAgent)) return 'tablet'
  if (/\bAndroid\b/.test(userAgent)) return /\bMobile\b/.test(userAgent) ? 'phone' : 'tablet'
  return /\b(?:iPhone|iPod|Mobile)\b/.test(userAgent) ? 'phone' : 'laptop'
}

// The order counts: most browsers claim to be several others as well.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
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

/** For an entry of the audit trail; nothing where the browser is not known. */
export function deviceIn(req: Pick<IncomingMessage, 'headers'>): { readonly device?: Device } {
  const device = describeUserAgent(headerText(req, 'user-agent') ?? '')
  return device.browser === undefined ? {} : { device }
}
