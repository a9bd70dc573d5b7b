/** Colours that can be read, and the style sheets that carry them. */
import { readFileSync } from 'node:fs'
import { contrastRatio, SURFACE } from '../../../lib/config/checks/contrast.ts'
import { createAssets } from '../../../lib/web/ui/assets.ts'
import { themeStyles as stylesOf, type Theme, textOn } from '../../../lib/web/ui/theme.ts'

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

const FILES = {
  styles: { 'brand.css': '/* brand */', 'split.css': '/* split */', 'picture.css': '/* picture */' },
  fontUrl: (family: string) => (family === 'Inter' ? 'inter.woff2' : undefined),
  pictureUrl: (picture: string) => `picture.${picture}`,
}
const themeStyles = (theme: Theme): string => stylesOf(theme, FILES)

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

  it('a font that comes with Portico is loaded, another is only named', () => {
    expect(themeStyles({ productName: 'P', font: 'Inter' })).toMatch(
      /^@font-face \{ .*font-display: swap.*url\("inter\.woff2"\).*\n.*\n.*--sso-font: "Inter", system-ui/,
    )
    expect(themeStyles({ productName: 'P', font: 'Corporate, serif' })).not.toContain('@font-face')
    expect(themeStyles({ productName: 'P', font: 'system' })).toBe('')
  })

  it('a layout brings its styles and the background, which is a gradient without a picture', () => {
    const split = themeStyles({ productName: 'P', layout: 'split', background: 'a.jpg' })
    expect(split).toContain('--sso-background: url("picture.a.jpg")')
    expect(split).toContain('/* split */')
    expect(themeStyles({ productName: 'P', layout: 'picture' })).toContain('linear-gradient')
    expect(themeStyles({ productName: 'P', layout: 'card', background: 'a.jpg' })).toBe('')
  })

  it('two logos, or one with the name, bring their styles', () => {
    expect(themeStyles({ productName: 'P', logo: 'a', logoDark: 'b' })).toBe('/* brand */')
    expect(themeStyles({ productName: 'P', logo: 'a', logoHasName: true })).toBe('/* brand */')
    expect(themeStyles({ productName: 'P', logo: 'a' })).toBe('')
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
  const look = assets.look()
  const PNG = Buffer.from('png')

  it('are named by their content, below the mount path', () => {
    expect(look.path('app.css')).toMatch(/^\/sso\/_sso\/assets\/app\.[0-9a-f]{16}\.css$/)
    const other = assets.look({ productName: 'P', radius: '0' }, '/gate')
    expect(other.path('app.css')).toBe(look.path('app.css').replace('/sso', '/gate'))
    expect([look.themed, other.themed]).toEqual([false, true])
    const file = other.path('theme.css').split('/').at(-1) ?? ''
    expect(String(assets.serve(file)?.body)).toContain('--sso-radius: 0')
  })

  it('are served by that name only', () => {
    const path = look.path('app.js').split('/').at(-1) ?? ''
    expect(assets.serve(path)).toMatchObject({ type: 'text/javascript; charset=utf-8' })
    expect(assets.serve(path)?.body.length).toBeGreaterThan(1000)
    for (const file of ['', 'app.js', '../assets.js', '__proto__', 'inter.woff2', 'inter.0123456789abcdef.woff2'])
      expect(assets.serve(file)).toBeUndefined()
  })

  it('pictures and fonts are served next to them', () => {
    const name = `${'a'.repeat(32)}.png`
    const branded = createAssets({ mount: '', theme: { productName: 'P', logo: name }, files: new Map([[name, PNG]]) })
    const { picture, path, themed } = branded.look({ productName: 'P', font: 'Figtree' })
    expect([picture(name), picture('/logo.svg'), themed]).toEqual([`/_sso/assets/picture.${name}`, '/logo.svg', true])
    expect(branded.serve(`picture.${name}`)).toMatchObject({ type: 'image/png', body: PNG })
    const styles = String(branded.serve(path('theme.css').split('/').at(-1) ?? '')?.body)
    const [font = ''] = /figtree\.[\da-f]{16}\.woff2/.exec(styles) ?? []
    expect(branded.serve(font)).toMatchObject({ type: 'font/woff2' })
    // Another node has not made the style sheet.
    expect(createAssets({ mount: '', theme: { productName: 'P' } }).serve(font)?.body.length).toBeGreaterThan(10_000)
  })
})
