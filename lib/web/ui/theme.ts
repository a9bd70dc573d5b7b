/**
 * The host's look: a few values, checked at start and turned into one small style sheet. A colour that people could not
 * read is a configuration fault, with the measured contrast (WCAG 2.2, 1.4.3: 4.5 to 1).
 */
import { contrastRatio, READABLE_CONTRAST } from '../../config/checks/contrast.ts'

export interface Theme {
  readonly productName: string
  /** A `data:` image or a path on this origin; pages load nothing from elsewhere. */
  readonly logo?: string | undefined
  readonly favicon?: string | undefined
  /** `#rrggbb`, for light pages; dark pages take `accentDark` or a lighter shade of it. */
  readonly accent?: string | undefined
  readonly accentDark?: string | undefined
  /** A CSS length, such as `0.5rem`. */
  readonly radius?: string | undefined
  /** A CSS font list; the fonts must be on the device or come with `css`. */
  readonly font?: string | undefined
  /** Further styles, outside of all layers, so that they win. */
  readonly css?: string | undefined
}

export interface ThemeIssue {
  readonly path: string
  readonly expected: string
  readonly received: string
  readonly hint: string
}

const DEFAULT_ACCENT = { light: '#1f5fd1', dark: '#8ab4ff' } as const
export const SURFACE = { light: '#ffffff', dark: '#171a21' } as const

const COLOUR = /^#[0-9a-f]{6}$/i

/** Contrast of the accent with the surface and with the text on it. Shapes are the configuration schema's part. */
export function checkTheme(theme: Theme): ThemeIssue[] {
  return [...checkAccent('accent', theme.accent, 'light'), ...checkAccent('accentDark', theme.accentDark, 'dark')]
}

/** The theme as a style sheet; call `checkTheme` first. */
export function themeStyles(theme: Theme): string {
  const { accent, accentDark, radius, font, css = '' } = theme
  const rules = [
    radius === undefined ? '' : `:root { --sso-radius: ${radius}; }`,
    font === undefined ? '' : `:root { --sso-font: ${font}; }`,
    accent === undefined && accentDark === undefined ? '' : accentRules(accent, accentDark),
  ].filter(Boolean)
  return rules.length === 0 ? css : `@layer sso.theme {\n${rules.join('\n')}\n}\n${css}`
}

/** Black or white, whichever reads better on the colour. One of them always reaches 4.5. */
export function textOn(background: string): string {
  return contrastRatio(background, '#ffffff') >= contrastRatio(background, '#000000') ? '#ffffff' : '#000000'
}

/** Older browsers, without light-dark(), get the light pair. */
function accentRules(accent: string | undefined, accentDark: string | undefined): string {
  const light = accent ?? DEFAULT_ACCENT.light
  const dark = accentDark ?? (accent === undefined ? DEFAULT_ACCENT.dark : readableOnDark(accent))
  const tokens = (value: string, on: string): string => `:root { --sso-accent: ${value}; --sso-on-accent: ${on}; }`
  const both = tokens(`light-dark(${light}, ${dark})`, `light-dark(${textOn(light)}, ${textOn(dark)})`)
  return `${tokens(light, textOn(light))}\n@supports (color: light-dark(#000, #fff)) { ${both} }`
}

function checkAccent(path: 'accent' | 'accentDark', value: string | undefined, mode: 'light' | 'dark'): ThemeIssue[] {
  if (value === undefined) return []
  if (!COLOUR.test(value))
    return [
      { path: `theme.${path}`, expected: 'a colour as #rrggbb', received: value, hint: 'write six hexadecimal digits' },
    ]
  const ratios = { surface: contrastRatio(value, SURFACE[mode]), text: contrastRatio(value, textOn(value)) }
  if (Math.min(ratios.surface, ratios.text) >= READABLE_CONTRAST) return []
  return [
    {
      path: `theme.${path}`,
      expected: `a contrast of ${READABLE_CONTRAST} to 1 with the ${mode} surface and with the text on it`,
      received: `${value}: ${ratios.surface.toFixed(2)} with ${SURFACE[mode]}, ${ratios.text.toFixed(2)} with ${textOn(value)}`,
      hint: mode === 'light' ? 'choose a darker shade' : 'choose a lighter shade',
    },
  ]
}

/** Mixes in white until the colour reads well on the dark surface. */
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
