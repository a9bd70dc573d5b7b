import { describeReceived, listAt, objectAt, textAt } from '../data/plain-data.ts'
import { type ConfigIssue, configIssue } from '../issues/config-error.ts'
import { contrastRatio, READABLE_CONTRAST, SURFACE } from './contrast.ts'

export function checkPages(data: unknown): readonly ConfigIssue[] {
  return [
    ...checkColor(data, 'accent', SURFACE.light),
    ...checkColor(data, 'accentDark', SURFACE.dark),
    ...checkLocale(data),
  ]
}

// Checks the color only as text. As a background, it needs no check: black or white is readable on any color.
function checkColor(data: unknown, key: 'accent' | 'accentDark', surface: string): readonly ConfigIssue[] {
  const color = textAt(objectAt(data, 'theme'), key)
  if (color === undefined || !/^#[0-9a-f]{6}$/i.test(color)) return []
  const ratio = contrastRatio(color, surface)
  if (ratio >= READABLE_CONTRAST) return []
  // Rounds down, so that an insufficient contrast is not displayed as sufficient.
  const received = `${describeReceived(color, 'shown')}, ${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`
  const hint = key === 'accent' ? 'take a darker shade' : 'take a lighter shade'
  const expected = `a contrast of ${READABLE_CONTRAST}:1 or more on ${surface}`
  return [configIssue('E1001', `theme.${key}`, expected, received, hint)]
}

function checkLocale(data: unknown): readonly ConfigIssue[] {
  const ui = objectAt(data, 'ui')
  const locale = textAt(ui, 'defaultLocale')
  const locales = listAt(ui, 'locales')
  if (locale === undefined || locales.length === 0 || locales.includes(locale)) return []
  return [configIssue('E1006', 'ui.defaultLocale', 'one of ui.locales', describeReceived(locale, 'shown'))]
}
