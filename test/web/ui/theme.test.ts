/** Colours that can be read, and the style sheets that carry them. */
import { readFileSync } from 'node:fs'
import { contrastRatio, SURFACE } from '../../../lib/config/checks/contrast.ts'
import { createAssets } from '../../../lib/web/ui/assets.ts'
import { textOn, themeStyles } from '../../../lib/web/ui/theme.ts'

// The built files are the same in fewer words (test/browser/shortened-assets.test.ts).
const SOURCES = new URL('../../../../lib/web/ui/assets/', import.meta.url)
const tokens = readFileSync(new URL('tokens.css', SOURCES), 'utf8')
const pairs = new Map(
  [...tokens.matchAll(/--sso-([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
)
const colour = (name: string, mode: 'light' | 'dark'): string => pairs.get(name)?.[mode] ?? '#000000'

const styles = readFileSync(new URL('app.css', SOURCES), 'utf8')
const HUES = [...styles.matchAll(/--hue: (\d+)/g)].map(([, hue]) => Number(hue))
/** Background and text of a tile. */
const TILE = [...styles.matchAll(/light-dark\(oklch\((\d+)% ([\d.]+) [^)]*\)\), oklch\((\d+)% ([\d.]+)/g)].map(
  ([, light, chroma, dark, darkChroma]) => ({
    light: [Number(light) / 100, Number(chroma)] as const,
    dark: [Number(dark) / 100, Number(darkChroma)] as const,
  }),
)

/** OKLCH as sRGB (CSS Color 4 s9.3), each channel cut to its range. */
function hexOf([lightness, chroma]: readonly [number, number], hue: number): string {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((value) => Math.min(1, Math.max(0, value)))
  const channels = linear.map((value) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055))
  return `#${channels
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

it('six hues of tiles, each with a background and a text color', () =>
  expect([HUES.length, TILE.length]).toEqual([6, 2]))

describe.each(['light', 'dark'] as const)('the %s colours', (mode) => {
  it.each([
    ...['text', 'muted', 'accent'].flatMap((over) =>
      ['surface', 'bg', 'sunken'].map((under) => [over, under, 4.5] as const),
    ),
    ...['danger', 'ok', 'warn'].map((over) => [over, 'surface', 4.5] as const),
    ['on-accent', 'accent', 4.5],
    ['on-danger', 'danger', 4.5],
    ['border', 'surface', 3],
  ] as const)('%s on %s reads at %d to 1 or better', (over, under, least) =>
    expect(contrastRatio(colour(over, mode), colour(under, mode))).toBeGreaterThanOrEqual(least),
  )

  it.each(HUES)('the text of a tile of hue %d reads at 4.5 to 1 or better', (hue) => {
    const [under = '', over = ''] = TILE.map((colours) => hexOf(colours[mode], hue))
    expect(contrastRatio(over, under)).toBeGreaterThanOrEqual(4.5)
  })

  it('the surface is the one that accents are checked against', () =>
    expect(colour('surface', mode)).toBe(SURFACE[mode]))
})

it('browsers without light-dark() get the same light colours', () => {
  const fallback = tokens.slice(tokens.indexOf('@supports not'))
  const listed = [...fallback.matchAll(/--sso-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
  expect(listed.length).toBeGreaterThan(10)
  expect(listed).toEqual(listed.map(([name = '']) => [name, colour(name, 'light')]))
})

describe('themeStyles', () => {
  it('an accent brings a text colour that reads on it, and a shade for dark pages', () => {
    const [, light = '', dark = ''] =
      /--sso-accent: light-dark\((#\w+), (#\w+)\)/.exec(themeStyles({ productName: 'P', accent: '#7a1f5c' })) ?? []
    expect(light).toBe('#7a1f5c')
    expect(contrastRatio(dark, SURFACE.dark)).toBeGreaterThanOrEqual(4.5)
    expect(contrastRatio(dark, textOn(dark))).toBeGreaterThanOrEqual(4.5)
  })

  it('the host’s own styles stand outside of all layers, so that they win', () => {
    const styles = themeStyles({ productName: 'P', radius: '0', css: '.sso-card { box-shadow: none }' })
    expect(styles).toMatch(/^@layer sso\.theme \{\n:root \{ --sso-radius: 0; \}\n\}\n\.sso-card/)
  })

  it('without any setting there is nothing in it', () => expect(themeStyles({ productName: 'P' })).toBe(''))
})

describe('style sheets', () => {
  it('never force: no !important, and every rule in a layer', () => {
    for (const file of ['tokens', 'base', 'form', 'app', 'panel']) {
      const css = readFileSync(new URL(`${file}.css`, SOURCES), 'utf8')
      expect(css).not.toContain('!important')
      expect(
        css
          .replace(/\/\*.*?\*\//gs, '')
          .split('\n')
          .filter((line) => /^[^@}\s]/.test(line)),
      ).toEqual([])
    }
  })

  it('know no left and right', () => {
    for (const file of ['base', 'form', 'app', 'panel']) {
      const css = readFileSync(new URL(`${file}.css`, SOURCES), 'utf8')
      expect(
        css.match(/[^-\w](margin|padding|border)-(left|right)|[\s;{](left|right):|text-align: (left|right)/g) ?? [],
      ).toEqual([])
    }
  })
})

describe('assets', () => {
  const assets = createAssets({ mount: '/sso', theme: { productName: 'P' } })

  it('are named by their content, below the mount path', () => {
    expect(assets.path('app.css')).toMatch(/^\/sso\/_sso\/assets\/app\.[0-9a-f]{16}\.css$/)
    const other = createAssets({ mount: '/sso', theme: { productName: 'P', radius: '0' } })
    expect(other.path('app.css')).toBe(assets.path('app.css'))
    expect(other.path('theme.css')).not.toBe(assets.path('theme.css'))
  })

  it('are served by that name only', () => {
    const path = assets.path('app.js')
    expect(assets.serve(path)).toMatchObject({ type: 'text/javascript; charset=utf-8' })
    expect(assets.serve(path)?.body.length).toBeGreaterThan(1000)
    expect(assets.serve('/sso/_sso/assets/')).toBeUndefined()
    expect(assets.serve('/sso/_sso/assets/app.js')).toBeUndefined()
    expect(assets.serve('/sso/_sso/assets/../assets.js')).toBeUndefined()
    expect(assets.serve('__proto__')).toBeUndefined()
  })
})
