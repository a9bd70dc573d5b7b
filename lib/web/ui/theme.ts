/** The host's theme: a few validated values, turned into a small style sheet. */
import { contrastRatio, READABLE_CONTRAST, SURFACE } from '../../config/checks/contrast.ts'
import type { Configuration } from '../../config/configuration.ts'

export type Theme = Configuration['theme']

const DEFAULT_ACCENT = { light: '#1f5fd1', dark: '#8ab4ff' } as const

export function themeStyles(theme: Theme): string {
  const { accent, accentDark, radius, font, css = '' } = theme
  const rules = [
    radius === undefined ? '' : `:root { --sso-radius: ${radius}; }`,
    font === undefined ? '' : `:root { --sso-font: ${font}; }`,
    accent === undefined && accentDark === undefined ? '' : accentRules(theme),
  ].filter(Boolean)
  return rules.length === 0 ? css : `@layer sso.theme {\n${rules.join('\n')}\n}\n${css}`
}

/** Black or white, whichever contrasts more with the color. One of them always reaches a contrast of 4.5. */
export function textOn(background: string): string {
  return contrastRatio(background, '#ffffff') >= contrastRatio(background, '#000000') ? '#ffffff' : '#000000'
}

/** Accent colors for both color schemes, each with a readable text color. */
export function themeColors({ accent, accentDark }: Pick<Theme, 'accent' | 'accentDark'>) {
  const light = accent ?? DEFAULT_ACCENT.light
  const dark = accentDark ?? (accent === undefined ? DEFAULT_ACCENT.dark : readableOnDark(accent))
  return { accent: light, onAccent: textOn(light), accentDark: dark, onAccentDark: textOn(dark) }
}

/** Older browsers without light-dark() get the light colors. */
function accentRules(theme: Theme): string {
  const colors = themeColors(theme)
  const tokens = (value: string, on: string): string => `:root { --sso-accent: ${value}; --sso-on-accent: ${on}; }`
  const both = tokens(
    `light-dark(${colors.accent}, ${colors.accentDark})`,
    `light-dark(${colors.onAccent}, ${colors.onAccentDark})`,
  )
  return `${tokens(colors.accent, colors.onAccent)}\n@supports (color: light-dark(#000, #fff)) { ${both} }`
}

/** Lightens the color until it is readable on the dark background. */
function readableOnDark(accent: string): string {
  for (let white = 0; white < 100; white += 5) {
    const shade = `#${channels(accent)
      .map((value) =>
        Math.round(value + ((255 - value) * white) / 100)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`
    if (contrastRatio(shade, SURFACE.dark) >= READABLE_CONTRAST + 1) return shade
  }
  return '#ffffff'
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))
}
