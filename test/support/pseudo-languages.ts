/**
 * A language that is made from the English catalogue, to find truncated texts and texts outside of a catalogue. Markers
 * of `rich` (private use characters) stay unchanged.
 */
import { builtIn, type Catalogue, catalogueFor } from '../../lib/web/ui/texts/catalogue.ts'

const PLAIN = 'AaCcDdEeGgIiLlNnOoRrSsTtUuYyZz'
const ACCENTED = 'ÅåÇçÐðÉéĞğÎîĻļÑñÖöŔŕŠšŢţÛûÝýŽž'
const MARKER = /(\uE000[^\uE001]*\uE001)/

/** Each text is about a third longer, and visibly not English. */
function accented(text: string): string {
  const body = outsideMarkers(text, (part) =>
    part.replace(/[A-Za-z]/g, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter),
  )
  return `[${body}${'·'.repeat(Math.ceil(text.length / 3))}]`
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (typeof value === 'function') return (parts: unknown) => change(String(value(parts)))
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  return Object.fromEntries(Object.entries(value as object).map(([key, item]) => [key, mapTexts(item, change)]))
}

function outsideMarkers(text: string, change: (part: string) => string): string {
  return text
    .split(MARKER)
    .map((part) => (MARKER.test(part) ? part : change(part)))
    .join('')
}

const ACCENTED_TEXTS = mapTexts(catalogueFor('en'), accented) as Catalogue['t']

/** The built-in languages, and `en-XA`: longer and accented. */
export function speakPseudo(locale: string): Catalogue {
  return locale === 'en-XA' ? { locale, dir: 'ltr', t: ACCENTED_TEXTS, panel: true } : builtIn(locale)
}
