/**
 * How many bytes the first page of a sign-in takes on the wire, in a new browser: the page, its styles, scripts and
 * icon, with all response headers. The redirect before it is not counted.
 */
import type { PorticoOptions } from '../../lib/index.ts'
import { launchChromium } from '../support/chromium.ts'
import { PUB } from '../support/fixtures.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { TWO_PROVIDERS } from '../support/two-providers.ts'
import { type Exchange, fetchRaw, type Sent, startWire, type Wire } from '../support/wire.ts'

const MOST_BYTES = 12_288

const browser = await launchChromium()

const isPart = ({ path }: Exchange): boolean => path.includes('/_sso/assets/')
const isPage = ({ answer }: Exchange): boolean => /^HTTP\/1\.1 200[^]*^content-type: text\/html/im.test(answer.head)
const codingOf = ({ head }: Sent): string => /^content-encoding: *(\S+)/im.exec(head)?.[1] ?? 'identity'
const sum = (answers: readonly Sent[]): number => answers.reduce((total, { bytes }) => total + bytes, 0)
/** Every file that a page names, also one that this browser does not need: the icon. */
const namedIn = (html: string): Set<string> =>
  new Set([...html.matchAll(/(?:href|src)="([^"]*\/_sso\/assets\/[^"]+)"/g)].map(([, path = '']) => path))

describe.each<[string, Partial<PorticoOptions>]>([
  ['as it comes', {}],
  ['with passkeys and two external providers and their marks', { login: TWO_PROVIDERS }],
])('the first page of a sign-in, %s,', (_name, options) => {
  let wire: Wire
  let idp: Idp
  let seen: readonly Exchange[]
  let html: string
  beforeAll(async () => {
    wire = await startWire()
    idp = await startIdp({ issuer: `http://localhost:${wire.port}`, options })
    wire.lead(idp.port)
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(idp.issuer + idp.party(PUB).request().address, { waitUntil: 'networkidle' })
    html = await page.content()
    // The page is whole, with what its script adds.
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
    await page.getByRole('button', { name: 'Show password' }).waitFor()
    await context.close()
    seen = wire.exchanges()
  })

  /** The same by hand, for browsers that take less: Chromium takes Brotli wherever it may keep a secret. */
  async function readWith(codings: string, language = 'en'): Promise<Sent[]> {
    const wishes = { Accept: 'text/html', 'Accept-Encoding': codings, 'Accept-Language': language }
    const headers = { Host: `localhost:${wire.port}`, ...wishes }
    const { pathname, search } = new URL(idp.party(PUB).request().address, idp.issuer)
    const { head } = await fetchRaw(idp.port, pathname + search, headers)
    const cookies = [...head.matchAll(/^set-cookie: *([^;]*)/gim)].map(([, cookie = '']) => cookie).join('; ')
    const place = new URL(/^location: *(\S+)/im.exec(head)?.[1] ?? '', idp.issuer).pathname
    const page = await fetchRaw(idp.port, place, { ...headers, Cookie: cookies })
    const parts = [...namedIn(html)].map((path) => fetchRaw(idp.port, path, headers))
    return [page, ...(await Promise.all(parts))]
  }

  it('takes no more than 12,288 bytes in Chromium, icon included', async () => {
    const answers = seen.filter((one) => isPage(one) || isPart(one))
    const asked = new Set(answers.map(({ path }) => path))
    const { head } = answers[0]?.request ?? { head: '' }
    const codings = /^accept-encoding: *([^\r]+)/im.exec(head)?.[1] ?? ''
    expect(codings).toBe('gzip, deflate, br, zstd')
    const rest = [...namedIn(html)].filter((path) => !asked.has(path))
    expect(rest.every((path) => path.endsWith('.svg'))).toBe(true)
    const headers = { Host: `localhost:${wire.port}`, 'Accept-Encoding': codings }
    const all = [
      ...answers.map(({ answer }) => answer),
      ...(await Promise.all(rest.map((path) => fetchRaw(idp.port, path, headers)))),
    ]
    expect(all.length).toBe(5)
    expect(all.map(codingOf).sort()).toEqual(['br', 'br', 'br', 'br', 'identity'])
    expect(sum(all)).toBeLessThanOrEqual(MOST_BYTES)
  })

  it('asks for nothing else, but for the challenge of a passkey', () => {
    const others = seen.filter((one) => !isPage(one) && !isPart(one)).map(({ path }) => path.split('?', 1)[0])
    expect(others.filter((path) => path !== '/authorize' && !path?.startsWith('/interaction/'))).toEqual([])
    expect(others.length).toBeLessThanOrEqual(2)
  })

  it.each([
    ['gzip, deflate', 'gzip'],
    ['gzip, deflate, br', 'br'],
  ])('takes no more by hand with %s', async (codings, coding) => {
    const all = await readWith(codings)
    expect(all.length).toBe(5)
    expect(all.map(codingOf).filter((one) => one !== coding)).toEqual(['identity'])
    expect(sum(all)).toBeLessThanOrEqual(MOST_BYTES)
  })

  it('takes no more in any language', async () => {
    for (const language of ['ar', 'de', 'es', 'fr', 'pt-BR'])
      for (const codings of ['gzip', 'br']) {
        const bytes = sum(await readWith(codings, language))
        expect([language, codings, bytes <= MOST_BYTES]).toEqual([language, codings, true])
      }
  })
})
