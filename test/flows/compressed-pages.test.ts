/**
 * Which pages are compressed. The length of a compressed page reveals its content to an attacker who can place a guess
 * on it (BREACH): only the first page of a sign-in is compressed, which contains nothing about a user, and whose token
 * differs in each response.
 */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { openBrowser, type Page, titleOf } from '../support/browser.ts'
import { onEachDeployment } from '../support/deployments.ts'
import { ALICE, ASKING, TRUSTED } from '../support/fixtures.ts'
import type { Answer } from '../support/http.ts'
import { type Idp, runningIdp } from '../support/idp.ts'
import type { Overrides } from '../support/relying-party.ts'
import { attempt, doorOf } from '../support/sign-in-door.ts'
import { fetchRaw } from '../support/wire.ts'

const PASSWORD = { username: ALICE.username, password: ALICE.password }
const CODINGS = 'gzip, deflate, br, zstd'
const codingOf = ({ headers }: Answer): string | undefined => headers['content-encoding']

/** The page of an interaction as it is sent, with the cookies of the browser that began it. */
async function sent(idp: Idp, { browser, page }: Awaited<ReturnType<typeof doorOf>>, query = '', codings = CODINGS) {
  const { pathname, host } = new URL(page.url)
  const headers = { Host: host, 'Accept-Encoding': codings, Cookie: browser.cookies.header(pathname) ?? '' }
  const { head, body } = await fetchRaw(idp.port, pathname + query, headers)
  const coding = /^content-encoding: *(\S+)/im.exec(head)?.[1]
  const text = (coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body).toString()
  return { head, body, coding, text, csrf: /name="csrf" value="([^"]*)"/.exec(text)?.[1] ?? '' }
}

onEachDeployment((idp) => {
  it('the first page of a sign-in is, as the browser takes it, and is the same in each coding but for its token', async () => {
    const door = await doorOf(idp)
    const answers = [await sent(idp, door), await sent(idp, door, '', 'gzip'), await sent(idp, door, '', 'identity')]
    expect(answers.map(({ coding }) => coding)).toEqual(['br', 'gzip', undefined])
    for (const { head } of answers) {
      expect(head).toMatch(/^vary: Accept-Encoding$/im)
      expect(head).toMatch(/^cache-control: no-store$/im)
    }
    const bare = answers.map(({ text, csrf }) => text.replaceAll(csrf, '').replace(/expires="\d+"/, ''))
    expect(new Set(bare).size).toBe(1)
    expect(bare[0]).toContain('<!doctype html>')
  })

  it('its token reads otherwise in each answer, and each of them is taken', async () => {
    const door = await doorOf(idp)
    const tokens = await Promise.all(Array.from({ length: 8 }, async () => (await sent(idp, door)).csrf))
    expect(new Set(tokens).size).toBe(8)
    for (const csrf of tokens.slice(0, 2)) {
      const { status, headers } = await door.browser.send(door.page, { csrf, username: 'unknown', password: 'x' })
      expect([status, headers.location]).toEqual([303, expect.stringContaining('refused=')])
    }
    const last = await door.browser.submit(door.page, { ...PASSWORD, csrf: tokens[7] ?? '' })
    expect(new URL(last.url).searchParams.get('code')).toEqual(expect.any(String))
  })

  it('a guess of the token makes it no shorter than any other text does', async () => {
    const door = await doorOf(idp)
    let difference = 0
    for (let round = 0; round < 24; round += 1) {
      const { csrf } = await sent(idp, door)
      const wrong = Buffer.from(Buffer.from(csrf, 'base64url').map((byte) => byte ^ 0xff)).toString('base64url')
      const [guessed, other] = [await sent(idp, door, `?x=${csrf}`), await sent(idp, door, `?x=${wrong}`)]
      difference += (other.body.length - guessed.body.length) / 24
    }
    // A token of one answer, looked for in others: it would save nearly all of its 86 letters.
    expect(Math.abs(difference)).toBeLessThan(8)
  })

  const pageAt = async (browser: ReturnType<typeof openBrowser>, request: Overrides, client = TRUSTED) =>
    (await browser.visit(idp.party(client).request(request).address)) as Page

  it('responses about a user are not', async () => {
    const at = async (browser: ReturnType<typeof openBrowser>, url: string): Promise<Answer> =>
      browser.go(url, { headers: { 'accept-encoding': CODINGS } })
    const stranger = openBrowser(idp)
    const hinted = await at(stranger, (await pageAt(stranger, { login_hint: ALICE.username })).url)
    expect([titleOf(hinted.text), codingOf(hinted)]).toEqual([expect.stringContaining('Sign in'), undefined])
    const failed = await attempt(await doorOf(idp), ALICE.username, 'wrong', { 'accept-encoding': CODINGS })
    expect([failed.status, codingOf(failed)]).toEqual([422, undefined])

    const alice = idp.user()
    await alice.signIn(idp.party(TRUSTED))
    const confirm = await at(alice.browser, (await pageAt(alice.browser, { prompt: 'login' })).url)
    expect([confirm.text.includes(ALICE.username), codingOf(confirm)]).toEqual([true, undefined])
    const consent = await at(alice.browser, (await pageAt(alice.browser, {}, ASKING)).url)
    expect([consent.text.includes('value="allow"'), codingOf(consent)]).toEqual([true, undefined])
    for (const address of ['/errors/invalid_client', '/recovery/', '/interaction/nothing', '/admin/', '/portal/'])
      expect([address, codingOf(await at(alice.browser, idp.issuer + address))]).toEqual([address, undefined])
  })
})

it('a page of the host, of which nothing is known, is not', async () => {
  const signIn = (): string => '<!doctype html><title>Ours</title><p>a secret of the host'
  const idp = await runningIdp({ ui: { views: { signIn } } })
  const { coding, text } = await sent(idp, await doorOf(idp))
  expect([coding, text]).toEqual([undefined, expect.stringContaining('a secret of the host')])
})
