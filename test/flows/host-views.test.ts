/**
 * Pages and texts of the host's own: made with any engine, escaped, within the policy; and whatever is wrong with
 * them, users get in.
 */
import { h } from 'preact'
import { createPortico, type ScreenProps, type View, type Views } from '../../lib/index.ts'
import { openBrowser, type Page, titleOf } from '../support/browser.ts'
import { forEachDeployment } from '../support/deployments.ts'
import { ALICE, ROOT_SECRET, TRUSTED } from '../support/fixtures.ts'
import { type Idp, runningIdp, sharedIdp } from '../support/idp.ts'
import { doorOf } from '../support/sign-in-door.ts'
import { headingOf, visitor } from './portal-visitor.ts'

const signIn: View<ScreenProps['signIn']> = ({ form, client, username, issue }, { html, layout, csrf }) =>
  layout(
    html`<h1>Enter ${client.name}</h1>
      ${issue && html`<p role="alert">${issue.kind}</p>`}
      <form method="post" action="${form.action}">
        <input type="hidden" name="csrf" value="${csrf}">
        <label>Name <input name="username" value="${username}"></label>
        <label>Password <input name="password" type="password"></label>
        <button>In</button>
      </form>`,
    { title: `Enter ${client.name}` },
  )

const pageOf = async (idp: Idp): Promise<Page> => (await doorOf(idp)).page

const starting = async (views: Views): Promise<Idp> => await runningIdp({ ui: { views } })

forEachDeployment((start) => {
  const idp = sharedIdp(() => start({ options: { ui: { views: { signIn } } } }))

  it('replaces the built-in one, with its styles and languages, and signs users in', async () => {
    const page = await pageOf(idp)
    expect(headingOf(page)).toBe('Enter trusted')
    expect(titleOf(page.answer.text)).toBe('Enter trusted · Portico')
    expect(page.answer.text).toContain('<html lang="en" dir="ltr">')
    for (const part of ['/_sso/assets/app.', 'hreflang="ar"', '<a class="sso-skip"'])
      expect(page.answer.text).toContain(part)
    expect((await idp.user(ALICE).signIn(idp.party(TRUSTED))).access_token).toBeTruthy()
  })

  it('keeps the policy and the headers of the page that it replaces', async () => {
    const { headers } = (await pageOf(idp)).answer
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect(headers['content-security-policy']).not.toMatch(/unsafe|nonce/)
    expect([headers['cache-control'], headers['x-frame-options'], headers['referrer-policy']]).toEqual([
      'no-store',
      'DENY',
      'no-referrer',
    ])
  })

  it('escapes what users and clients say, and is given what was wrong', async () => {
    const hint = { login_hint: '"><script>alert(1)</script>' }
    const { browser, page } = await doorOf(idp, openBrowser(idp), hint)
    expect(page.answer.text).not.toContain('<script>alert')
    const again = (await browser.submit(page, { username: 'alice', password: 'wrong' })) as Page
    expect([again.answer.status, again.answer.text.includes('wrong_credentials')]).toEqual([422, true])
  })
})

describe('a page of the host', () => {
  const throwing = (): never => {
    throw new Error('broken')
  }
  it.each([
    ['throws', throwing],
    ['rejects', async () => throwing()],
    ['never answers', () => new Promise<string>(() => {})],
    ['gives nothing', () => undefined as unknown as string],
    ['gives an empty page', () => ' '],
    ['gives an object', () => ({ markup: '<script>' }) as unknown as string],
    ['puts a value where none may stand', (_props: object, { html }) => html`<p onclick="${'x'}">`],
  ] satisfies [string, View<ScreenProps['signIn']>][])(
    'that %s blocks no user: the built-in one is shown, and the log has the reason',
    async (_name, view) => {
      const idp = await starting({ signIn: view })
      const page = await pageOf(idp)
      expect([page.answer.status, headingOf(page)]).toEqual([200, 'Sign in to trusted'])
      expect(page.answer.headers['content-security-policy']).not.toContain('nonce')
      expect(idp.log.text()).toContain('host page failed; rendered the built-in page')
      expect(idp.log.text()).toContain('"view":"signIn"')
      expect((await idp.user(ALICE).signIn(idp.party(TRUSTED))).access_token).toBeTruthy()
    },
  )

  it('may be a text of any engine, or a VNode; a missing doctype is put before it', async () => {
    const idp = await starting({
      signIn: () => '<!DOCTYPE html><title>x</title><h1>whole</h1>',
      errorPage: () => h('html', null, h('h1', null, '<3')),
    })
    expect((await pageOf(idp)).answer.text).toBe('<!DOCTYPE html><title>x</title><h1>whole</h1>')
    const error = await idp.send('/authorize?client_id=unknown', { headers: { accept: 'text/html' } })
    expect([error.status, error.text]).toEqual([400, '<!doctype html><html><h1>&lt;3</h1></html>'])
  })

  it('gets a nonce for its script, another one every time, and only on request', async () => {
    const idp = await starting({
      signIn: (_props, { html, layout, cspNonce }) =>
        layout(html`<h1>x</h1><script nonce="${cspNonce()}" src="${'/own.js'}"></script>`, { title: 'x' }),
    })
    const nonces = await Promise.all(
      [pageOf(idp), pageOf(idp)].map(async (page) => {
        const { headers, text } = (await page).answer
        const [, nonce = ''] = /nonce="([^"]+)"/.exec(text) ?? []
        const policy = String(headers['content-security-policy'])
        expect(policy).toContain(`script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'`)
        expect(Buffer.from(nonce, 'base64')).toHaveLength(16)
        return nonce
      }),
    )
    expect(nonces[0]).not.toBe(nonces[1])
  })

  it('in the portal stands inside its frame', async () => {
    const idp = await starting({
      portalHome: ({ name, apps }, { html, layout }) =>
        layout(html`<p id="own">${apps.length} for ${name}</p>`, { title: 'Start', section: 'home' }),
    })
    const page = await visitor(idp).open('/')
    expect(headingOf(page)).toBe('Start')
    expect(page.answer.text).toContain(' for Alice Doe</p>')
    expect(page.answer.text).toMatch(/aria-current="page"[^>]*>.*?Home/s)
    expect(headingOf(await visitor(idp).open('/profile'))).toBe('Profile')
  })
})

it('texts of the host: and pages without a screen are refused at the start, with all other issues', async () => {
  const starts = createPortico({
    baseUrl: 'http://sso.example.com',
    secret: ROOT_SECRET,
    ui: {
      defaultLocale: 'en',
      views: { sigin: () => '' } as Views,
      messages: { en: { signIn: { submitt: 'x' } as object } },
    },
  })
  await expect(starts).rejects.toMatchObject({
    name: 'ConfigError',
    issues: [
      { path: 'baseUrl' },
      { path: 'ui.views.sigin', hint: 'did you mean signIn?' },
      { path: 'ui.messages.en.signIn.submitt', hint: 'did you mean submit?' },
    ],
  })
})
