import { describeReceived, listAt, objectAt, textAt } from '../data/plain-data.ts'
import { type ConfigIssue, configIssue } from '../issues/config-error.ts'
import { contrastRatio, READABLE_CONTRAST, SURFACE } from './contrast.ts'

export function checkPages(data: unknown): readonly ConfigIssue[] {
  const clients = listAt(data, 'clients') ?? []
  return [
    ...checkColors(objectAt(data, 'theme'), 'theme'),
    ...clients.flatMap((client, index) => checkColors(objectAt(client, 'theme'), `clients[${index}].theme`)),
    ...checkLocale(data),
  ]
}

const checkColors = (theme: unknown, path: string): readonly ConfigIssue[] => [
  ...checkColor(theme, path, 'accent', SURFACE.light),
  ...checkColor(theme, path, 'accentDark', SURFACE.dark),
]

// Checks the color only as text. As a background, it needs no check: black or white is readable on any color.
function checkColor(
  theme: unknown,
  path: string,
  key: 'accent' | 'accentDark',
  surface: string,
): readonly ConfigIssue[] {
  const color = textAt(theme, key)
  if (color === undefined || !/^#[0-9a-f]{6}$/i.test(color)) return []
  const ratio = contrastRatio(color, surface)
  if (ratio >= READABLE_CONTRAST) return []
  // Rounds down, so that an insufficient contrast is not displayed as sufficient.
  const received = `${describeReceived(color, 'shown')}, ${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`
  const hint = key === 'accent' ? 'take a darker shade' : 'take a lighter shade'
  const expected = `a contrast of ${READABLE_CONTRAST}:1 or more on ${surface}`
  return [configIssue('E1001', `${path}.${key}`, expected, received, hint)]
}

function checkLocale(data: unknown): readonly ConfigIssue[] {
  const ui = objectAt(data, 'ui')
  const locale = textAt(ui, 'defaultLocale')
  const locales = listAt(ui, 'locales')
  if (locale === undefined || locales.length === 0 || locales.includes(locale)) return []
  return [configIssue('E1006', 'ui.defaultLocale', 'one of ui.locales', describeReceived(locale, 'shown'))]
}
