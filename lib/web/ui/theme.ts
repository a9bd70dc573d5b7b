/** The host's theme: a few validated values, turned into a small style sheet. */
import { contrastRatio, READABLE_CONTRAST, SURFACE } from '../../config/checks/contrast.ts'
import type { Configuration } from '../../config/configuration.ts'

export type Theme = Configuration['theme']

const DEFAULT_ACCENT = { light: '#1f5fd1', dark: '#8ab4ff' } as const

/** What the style sheet takes from other files. */
export interface ThemeFiles {
  /** Built-in styles by file name. */
  readonly styles: Readonly<Record<string, string>>
  /** URL of a font that comes with Portico, by family. */
  readonly fontUrl: (family: string) => string | undefined
  /** URL of a picture as in the theme. */
  readonly pictureUrl: (picture: string) => string
}

/** The theme's own styles; empty if the theme changes none. URLs are relative to the style sheet. */
export function themeStyles(theme: Theme, { styles, fontUrl, pictureUrl }: ThemeFiles): string {
  const { accent, accentDark, radius, font, layout = 'card', background, logo, css = '' } = theme
  const face = font === undefined || font === 'system' ? undefined : fontUrl(font)
  const family = face === undefined ? font : `"${font}", system-ui, sans-serif`
  const picture = background === undefined ? GRADIENT : `url("${pictureUrl(background)}")`
  const rules = [
    radius === undefined ? '' : `:root { --sso-radius: ${radius}; }`,
    family === undefined || font === 'system' ? '' : `:root { --sso-font: ${family}; }`,
    layout === 'card' ? '' : `:root { --sso-background: ${picture}; }`,
    accent === undefined && accentDark === undefined ? '' : accentRules(theme),
  ].filter(Boolean)
  return [
    face === undefined ? '' : `@font-face { ${FACE} font-family: "${font}"; src: url("${face}") format("woff2"); }`,
    rules.length === 0 ? '' : `@layer sso.theme {\n${rules.join('\n')}\n}`,
    logo !== undefined && (theme.logoDark !== undefined || theme.logoHasName) ? styles['brand.css'] : '',
    layout === 'card' ? '' : styles[`${layout}.css`],
    css,
  ]
    .filter(Boolean)
    .join('\n')
}

const GRADIENT =
  'linear-gradient(135deg, var(--sso-accent), color-mix(in oklab, var(--sso-accent) 45%, var(--sso-surface)))'
const FACE = 'font-display: swap; font-weight: 100 900;'

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
