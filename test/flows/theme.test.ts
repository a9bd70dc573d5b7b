/** The appearance that the configuration sets: files of the company, fonts, layouts, and themes of single apps. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../../lib/config/issues/config-error.ts'
import { openBrowser } from '../support/browser.ts'
import { confidential } from '../support/fixtures.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { newFolder } from '../support/new-folder.ts'
import { pngOf, SMALL_SVG } from '../support/pictures.ts'
import { relyingParty } from '../support/relying-party.ts'

const assets = newFolder()
writeFileSync(join(assets, 'logo.svg'), SMALL_SVG)
writeFileSync(join(assets, 'logo-dark.svg'), SMALL_SVG.replace('9 9', '8 8'))
writeFileSync(join(assets, 'office.png'), pngOf(9, 9))
writeFileSync(join(assets, 'notes.txt'), 'not served')

const PLAIN = confidential('plain')
const OWN = confidential('own', { theme: { accent: '#7a1f5c', layout: 'split', background: 'office.png' } })

let idp: Idp
beforeAll(async () => {
  const theme = {
    productName: 'Northwind ID',
    assets,
    logo: 'logo.svg',
    logoDark: 'logo-dark.svg',
    logoHasName: true,
    font: 'Inter',
    css: '.sso-card { background-image: url(office.png) }',
  }
  idp = await startIdp({ options: { clients: [PLAIN, OWN], theme } })
})
afterAll(() => idp.stop())

async function pageOf(client: typeof PLAIN): Promise<{ readonly html: string; readonly css: string }> {
  const { answer } = await openBrowser(idp).visit(relyingParty(idp, client).request().address)
  const [href = ''] = /[^"]*theme\.[\da-f]{16}\.css/.exec(answer.text) ?? []
  return { html: answer.text, css: (await idp.send(href)).text }
}

it('files of the folder are served for ever under their hash, with their type', async () => {
  const { html, css } = await pageOf(PLAIN)
  const logos = [
    ...html.matchAll(/<img class="sso-logo sso-logo-(\w+) sso-logo-wide" src="([^"]+)" alt="Northwind ID"/g),
  ]
  expect(logos.map(([, mode]) => mode)).toEqual(['light', 'dark'])
  expect(html).not.toContain('<bdi>Northwind ID</bdi></span><button')
  const { headers, text } = await idp.send(logos[0]?.[2] ?? '')
  expect(text).toBe(SMALL_SVG)
  expect(headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  })
  const [, picture = ''] = /background-image: url\("(picture\.[\da-f]{32}\.png)"\)/.exec(css) ?? []
  expect((await idp.send(`/_sso/assets/${picture}`)).headers['content-type']).toBe('image/png')
  const [font = ''] = /inter\.[\da-f]{16}\.woff2/.exec(css) ?? []
  expect((await idp.send(`/_sso/assets/${font}`)).headers).toMatchObject({
    'content-type': 'font/woff2',
    'access-control-allow-origin': '*',
  })
})

it('the theme of an app applies to its pages alone, also on another node that has shown none', async () => {
  const [plain, own] = await Promise.all([pageOf(PLAIN), pageOf(OWN)])
  expect(plain.css).not.toContain('#7a1f5c')
  expect(own.css).toMatch(/--sso-background: url\("picture\.[\da-f]{32}\.png"\)[^]*#7a1f5c[^]*padding-inline-end: ?52%/)
  const other = await idp.anotherNode()
  const [href = ''] = /[^"]*theme\.[\da-f]{16}\.css/.exec(own.html) ?? []
  expect((await other.send(href)).text).toBe(own.css)
  expect((await other.send('/_sso/assets/theme.0123456789abcdef.css')).status).toBe(404)
})

it.each([
  [{ theme: { assets: join(assets, 'missing') } }, 'theme.assets'],
  [{ theme: { assets, logo: 'other.svg' } }, 'theme.logo'],
  [{ theme: { logo: 'logo.svg' } }, 'theme.logo'],
  [{ clients: [confidential('app', { theme: { background: 'no.png' } })] }, 'clients[0].theme.background'],
  [{ clients: [confidential('app', { theme: { accent: '#eeeeee' } })] }, 'clients[0].theme.accent'],
])('%j is refused at the start', async (options, path) => {
  const failure = await startIdp({ options }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ConfigError)
  expect((failure as ConfigError).issues.map((issue) => issue.path)).toEqual([path])
})

it('a folder of more than 2 MB is refused at the start', async () => {
  const large = newFolder()
  writeFileSync(join(large, 'a.png'), Buffer.alloc(2 * 1024 * 1024 + 1))
  await expect(startIdp({ options: { theme: { assets: large } } })).rejects.toThrow('theme.assets')
})
