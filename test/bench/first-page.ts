/**
 * Bytes on the wire of a first visit: the sign-in page and its resources (styles, scripts, icon), including response
 * heads.
 */
import { formsOf } from '../support/browser.ts'
import { cookieJar } from '../support/cookie-jar.ts'
import { converse } from '../support/raw-socket.ts'
import { cookiesIn, locationIn } from './connection.ts'
import { CLIENT } from './fixtures.ts'
import { type Party, startParty } from './parties.ts'
import { print } from './report.ts'
import { type Run, withParties } from './run.ts'
import { authorizeQuery } from './sign-in.ts'

/** Chromium's Accept-Encoding, on https and on localhost. */
export const CHROMIUM = 'gzip, deflate, br, zstd'
export const GZIP = 'gzip'

export async function weighFirstPage({ redis, figures, wants }: Run): Promise<void> {
  if (!wants('first page', 'first page (gzip alone)')) return
  await redis.admin.flushall()
  await withParties([await startParty('portico', redis.url)], async (party) => {
    const { median: bytes } = figures.note('first page', [await bytesOfFirstPage(party, CHROMIUM)])
    const { median: gzipped } = figures.note('first page (gzip alone)', [await bytesOfFirstPage(party, GZIP)])
    print(
      `first page, with all that belongs to it: ${bytes} bytes on the wire; where gzip alone is accepted, ${gzipped}`,
    )
  })
}

/** @param accepted the header Accept-Encoding */
export async function bytesOfFirstPage(party: Party, accepted: string): Promise<number> {
  const jar = cookieJar()
  const asked = `${party.paths.authorize}?${authorizeQuery(CLIENT)}`
  const redirect = (await fetched(party, asked, { 'Accept-Encoding': accepted })).toString('latin1')
  jar.store(cookiesIn(redirect), party.paths.authorize)
  const path = locationIn(redirect)?.replace(party.issuer, '') ?? ''
  const cookie = { Cookie: jar.header(path) ?? '' }
  // Again without compression, to find its resources.
  const readable = (await fetched(party, path, cookie)).toString('utf8')
  if (!formsOf(readable).some(({ fields }) => 'password' in fields)) throw new Error(`not a sign-in page: ${readable}`)
  const parts = new Set(
    [...readable.matchAll(/<(?:link|script|img)\b[^>]*\b(?:href|src)="(\/[^"]+)"/g)].map(([, at = '']) => at),
  )
  if (parts.size < 3) throw new Error(`a page without styles, script or icon: ${readable}`)
  const answers = [
    await fetched(party, path, { ...cookie, 'Accept-Encoding': accepted }),
    ...(await Promise.all([...parts].map((part) => fetched(party, part, { 'Accept-Encoding': accepted })))),
  ]
  if (answers.some((answer) => !answer.subarray(0, 12).equals(Buffer.from('HTTP/1.1 200'))))
    throw new Error('a part is missing')
  return answers.reduce((sum, { length }) => sum + length, 0)
}

/** Head and body of a response, byte for byte. */
async function fetched({ port, issuer }: Party, path: string, headers: Readonly<Record<string, string>>) {
  const lines = Object.entries({ Host: new URL(issuer).host, Accept: 'text/html', Connection: 'close', ...headers })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  // The server closes the connection: it treats a client that closes first as gone.
  const { received, error } = await converse(port, [`GET ${path} HTTP/1.1\r\n${head}\r\n`])
  if (error !== undefined) throw error
  return received
}
