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

describe.each(['light', 'dark'] as const)('the %s colours', (mode) => {
  it.each([
    ...['text', 'muted', 'accent'].flatMap((over) =>
      ['surface', 'bg', 'sunken'].map((under) => [over, under, 4.5] as const),
    ),
    ...['danger', 'ok', 'warn'].map((over) => [over, 'surface', 4.5] as const),
    ['on-accent', 'accent', 4.5],
    ['on-danger', 'danger', 4.5],
    ['border', 'surface', 3],
    ...[1, 2, 3, 4, 5, 6].map((tile) => [`on-tile-${tile}`, `tile-${tile}`, 4.5] as const),
  ] as const)('%s on %s reads at %d to 1 or better', (over, under, least) =>
    expect(contrastRatio(colour(over, mode), colour(under, mode))).toBeGreaterThanOrEqual(least),
  )

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
