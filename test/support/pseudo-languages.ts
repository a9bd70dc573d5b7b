/** Pseudo-languages made from the English catalogue. Markers of `rich` (private use characters) stay as they are. */
const PLAIN = 'AaCcDdEeGgIiLlNnOoRrSsTtUuYyZz'
const ACCENTED = 'ÅåÇçÐðÉéĞğÎîĻļÑñÖöŔŕŠšŢţÛûÝýŽž'
const MARKER = /(\uE000[^\uE001]*\uE001)/

/** Every text about a third longer, and unlike English. */
export function accented(text: string): string {
  const body = outsideMarkers(text, (part) =>
    part.replace(/[A-Za-z]/g, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter),
  )
  return `[${body}${'·'.repeat(Math.ceil(text.length / 3))}]`
}

/** Shown from right to left, as Arabic would be. */
export function mirrored(text: string): string {
  return outsideMarkers(text, (part) => (part === '' ? part : `\u202E${part}\u202C`))
}

export function mapTexts<T>(value: T, change: (text: string) => string): T {
  return mapAny(value, change) as T
}

function mapAny(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (typeof value === 'function') return (parts: unknown) => change(String(value(parts)))
  if (Array.isArray(value)) return value.map((item) => mapAny(item, change))
  return Object.fromEntries(Object.entries(value as object).map(([key, item]) => [key, mapAny(item, change)]))
}

function outsideMarkers(text: string, change: (part: string) => string): string {
  return text
    .split(MARKER)
    .map((part) => (MARKER.test(part) ? part : change(part)))
    .join('')
}
