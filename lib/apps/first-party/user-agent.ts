/** Browser and system of a User-Agent header, by their common names; no version, because it says nothing to users. */
export function describeUserAgent(userAgent: string): { readonly browser?: string; readonly system?: string } {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1]
  return { ...(browser === undefined ? {} : { browser }), ...(system === undefined ? {} : { system }) }
}

/** Browser and system in one line; a dash for a browser that is not known. */
export function deviceName(userAgent: string): string {
  const { browser = '–', system } = describeUserAgent(userAgent)
  return system === undefined ? browser : `${browser} · ${system}`
}

// The order counts: most browsers claim to be several others as well.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]
