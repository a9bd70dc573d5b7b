/** Styles and scripts: named by their content, and sent in the coding that the caller takes. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { forEachDeployment } from '../../support/deployments.ts'
import { PUB } from '../../support/fixtures.ts'
import { type Idp, sharedIdp } from '../../support/idp.ts'
import { fetchRaw } from '../../support/wire.ts'
import { words } from '../../support/words.ts'

const CHROMIUM = 'gzip, deflate, br, zstd'
const IMMUTABLE = 'public, max-age=31536000, immutable'

forEachDeployment((start) => {
  const idp = sharedIdp(start)
  let named: (name: string) => string
  beforeAll(async () => {
    const { text: page } = await idp.send('/authorize', { headers: { accept: 'text/html' } })
    named = (name) => {
      const [stem = '', end = ''] = name.split('.')
      const path = new RegExp(`"([^"]*/_sso/assets/${stem}\\.[0-9a-f]{16}\\.${end})"`).exec(page)?.[1]
      if (path === undefined) throw new Error(`no page names ${name}`)
      return `${new URL(idp.issuer).origin}${path}`
    }
  })
  const get = (name: string, headers: Record<string, string> = {}, method = 'GET') =>
    idp.send(named(name), { method, headers })
  const bytesOf = async (name: string, coding: string): Promise<Buffer> =>
    (await fetchRaw(idp.port, new URL(named(name)).pathname, { Host: 'x', 'Accept-Encoding': coding })).body

  it.each(['app.css', 'app.js'])('%s is the same in each coding, and shorter', async (name) => {
    const plain = await bytesOf(name, 'identity')
    const [br, gzip] = [await bytesOf(name, CHROMIUM), await bytesOf(name, 'gzip, deflate')]
    expect(brotliDecompressSync(br).equals(plain)).toBe(true)
    expect(gunzipSync(gzip).equals(plain)).toBe(true)
    expect([br.length < plain.length / 2, gzip.length < plain.length / 2]).toEqual([true, true])
  })

  it('the first request, and all concurrent ones, get the same', async () => {
    const codings = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? 'br' : 'gzip'))
    const fresh = await start()
    const { pathname } = new URL(named('app.css'))
    const all = await Promise.all(
      codings.map((coding) => fetchRaw(fresh.port, pathname, { Host: 'x', 'Accept-Encoding': coding })),
    )
    const [br, gzip] = [all[0]?.body, all[1]?.body]
    expect(all.every(({ body }, index) => body.equals((index % 2 === 0 ? br : gzip) ?? Buffer.alloc(0)))).toBe(true)
    expect(brotliDecompressSync(br ?? '').equals(gunzipSync(gzip ?? ''))).toBe(true)
  })

  it.each([
    [undefined, undefined, ''],
    ['identity', undefined, ''],
    ['deflate', undefined, ''],
    ['identity;q=0', undefined, ''],
    [CHROMIUM, 'br', '-br'],
    ['*', 'br', '-br'],
    ['gzip, deflate', 'gzip', '-gzip'],
    ['br;q=0.2, gzip', 'gzip', '-gzip'],
  ])('Accept-Encoding %s gives the coding %s, and Vary names it', async (accepted, coding, end) => {
    const { status, headers } = await get('app.css', accepted === undefined ? {} : { 'accept-encoding': accepted })
    const hash = /app\.([0-9a-f]{16})/.exec(named('app.css'))?.[1] ?? ''
    expect([status, headers['content-encoding'], headers.etag]).toEqual([200, coding, `"${hash}${end}"`])
    expect(headers.vary?.split(/, */)).toContain('Accept-Encoding')
    expect(headers['content-type']).toBe('text/css; charset=utf-8')
    expect(headers['cache-control']).toBe(IMMUTABLE)
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  it('HEAD is as GET, without the body', async () => {
    for (const coding of ['identity', 'gzip', 'br']) {
      const [one, other] = [
        await get('app.js', { 'accept-encoding': coding }),
        await get('app.js', { 'accept-encoding': coding }, 'HEAD'),
      ]
      expect([other.status, other.text]).toEqual([200, ''])
      for (const name of words`content-type content-length content-encoding vary etag cache-control`)
        expect([name, other.headers[name]]).toEqual([name, one.headers[name]])
      expect(Number(other.headers['content-length'])).toBe((await bytesOf('app.js', coding)).length)
    }
  })

  it('who has it gets 304 with the same ETag, by the coding that it is kept in', async () => {
    for (const coding of ['identity', 'gzip', 'br']) {
      const { headers } = await get('app.css', { 'accept-encoding': coding })
      const { etag = '' } = headers
      for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        const again = await get('app.css', { 'accept-encoding': coding, 'if-none-match': known })
        expect([known, again.status, again.text]).toEqual([known, 304, ''])
        expect([again.headers.etag, again.headers.vary]).toEqual([etag, headers.vary])
        expect(again.headers['cache-control']).toBe(IMMUTABLE)
        expect(again.headers['content-encoding']).toBeUndefined()
      }
      const other = coding === 'br' ? 'gzip' : 'br'
      expect((await get('app.css', { 'accept-encoding': other, 'if-none-match': etag })).status).toBe(200)
    }
  })

  it('no part of it can be asked for', async () => {
    const { status, headers } = await get('app.css', { range: 'bytes=0-9', 'accept-encoding': 'br' })
    expect([status, headers['accept-ranges'], headers['content-range']]).toEqual([200, undefined, undefined])
    expect(headers['content-encoding']).toBe('br')
  })

  it('what is too short to be worth it is sent as it is, whatever the caller takes', async () => {
    const { headers, text } = await get('favicon.svg', { 'accept-encoding': CHROMIUM })
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, undefined])
    expect(text).toMatch(/^<svg /)
  })

  it('a style sheet of another version is not there, in no coding', async () => {
    const path = named('app.css').replace(/\.[0-9a-f]{16}\./, '.0123456789abcdef.')
    const { status, headers } = await idp.send(path, { headers: { 'accept-encoding': CHROMIUM } })
    expect([status, headers['content-encoding'], headers['cache-control']]).toEqual([404, undefined, 'no-store'])
  })
})

forEachDeployment((start) => {
  it('the host’s theme is a separate style sheet, compressed as the others are; without one no page loads it', async () => {
    const css = `.sso-card { --x: "${'abc '.repeat(200)}" }`
    const [plain, themed] = [await start(), await start({ options: { theme: { productName: 'P', css } } })]
    const pageOf = async (idp: Idp): Promise<string> => {
      const { status, text } = await idp.send(idp.party(PUB).request({ client_id: 'unknown' }).address, {
        headers: { accept: 'text/html' },
      })
      expect(status).toBe(400)
      return text
    }
    expect(await pageOf(plain)).not.toContain('theme.')
    const path = /"([^"]*\/_sso\/assets\/theme\.[^"]+)"/.exec(await pageOf(themed))?.[1] ?? ''
    const { body, head } = await fetchRaw(themed.port, path, { Host: 'x', 'Accept-Encoding': 'br' })
    expect(head).toMatch(/^content-encoding: br$/im)
    expect(brotliDecompressSync(body).toString()).toBe(css)
  })
})
