/** Colours that can be read, and a default language that is on offer. ux.md 2.4, 2.5. */

import { listAt, objectAt, textAt } from '../data/plain-data.ts'
import { describeReceived } from '../data/received.ts'
import { type ConfigIssue, configIssue } from '../issues/config-error.ts'
import { contrastRatio, READABLE_CONTRAST } from './contrast.ts'

/** The surfaces of the two colour schemes, on which links and buttons stand. */
const SURFACES = { accent: '#ffffff', accentDark: '#171a21' } as const

export function checkPages(data: unknown): readonly ConfigIssue[] {
  return [...checkColor(data, 'accent'), ...checkColor(data, 'accentDark'), ...checkLocale(data)]
}

function checkColor(data: unknown, key: 'accent' | 'accentDark'): readonly ConfigIssue[] {
  const color = textAt(objectAt(data, 'theme'), key)
  if (color === undefined || !/^#[0-9a-f]{6}$/i.test(color)) return []
  const ratio = contrastRatio(color, SURFACES[key])
  if (ratio >= READABLE_CONTRAST) return []
  // Rounded down: what is not enough must not read as if it were.
  const received = `${describeReceived(color, 'shown')}, ${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`
  const hint = key === 'accent' ? 'take a darker shade' : 'take a lighter shade'
  const expected = `a contrast of ${READABLE_CONTRAST}:1 or more on ${SURFACES[key]}`
  return [configIssue('E1001', `theme.${key}`, expected, received, hint)]
}

function checkLocale(data: unknown): readonly ConfigIssue[] {
  const ui = objectAt(data, 'ui')
  const locale = textAt(ui, 'defaultLocale')
  const locales = listAt(ui, 'locales')
  if (locale === undefined || locales.length === 0 || locales.includes(locale)) return []
  return [configIssue('E1006', 'ui.defaultLocale', 'one of ui.locales', describeReceived(locale, 'shown'))]
}
