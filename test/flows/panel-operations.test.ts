/** The panel's pages for operators, over HTTP: what they show is what happened, and what they do is done. */
import { openBrowser, type Page } from '../support/browser.ts'
import { CLIENTS } from '../support/fixtures.ts'
import type { Answer } from '../support/http.ts'
import { enterPanel, formTo, VIEWER } from '../support/panel-visitor.ts'
import { runningPanel } from '../support/running.ts'

const { idp, admin } = await runningPanel({
  clients: CLIENTS.map((client) => ({ ...client, owner_email: 'owner@conf.example' })),
})

/** The question whether sessions of the viewer are to end, which a link of their list leads to. */
async function asked(scope: string): Promise<Page> {
  const { answer } = await admin.open(`/sessions?user=${VIEWER.username}`)
  const [path = ''] = new RegExp(`/sessions/end\\?[^"]*scope=${scope}[^"]*`).exec(answer.text) ?? []
  return admin.open(path.replaceAll('&amp;', '&'))
}
const end = (page: Page): Promise<Answer> => admin.post('/sessions/end', formTo(page, '/sessions/end').fields)

it('the descriptions of the settings are marked as English, left to right, inside a page in Arabic', async () => {
  const { answer } = await (await enterPanel(idp)).open('/settings?ui_locales=ar')
  expect(answer.text).toContain('dir="rtl"')
  expect(answer.text).toMatch(/<span dir="ltr" lang="en">URL of Portico/)
})

it.each([
  ['admin', 'en', 'Portico administration'],
  ['admin', 'ar', 'إدارة Portico'],
  ['portal', 'ar', 'حساب Portico'],
])('a user who signs in to the %s in %s reads its name in that language', async (app, language, name) => {
  const browser = openBrowser(idp)
  const { url } = await browser.visit(`${idp.issuer}/${app}`)
  expect((await browser.go(url, { headers: { 'accept-language': language } })).text).toContain(name)
})

it('the list of clients shows the owner of a client from the configuration, and where it comes from', async () =>
  expect((await admin.open('/clients')).answer.text).toMatch(
    /<bdi[^>]*>owner@conf\.example<\/bdi>.*From configuration/s,
  ))

it('ending a session from the panel signs that user out', async () => {
  const other = await enterPanel(idp, VIEWER)
  const asking = await asked('session')
  // Asking has ended nothing.
  expect(await idp.portico.sessions.list(VIEWER.sub)).not.toHaveLength(0)
  for (const words of [
    VIEWER.name,
    '127.0.0.1',
    'Will be notified',
    'Refresh tokens with offline access will stay valid',
  ])
    expect(asking.answer.text).toContain(words)
  expect((await end(asking)).headers.location).toContain(`/sessions?user=${VIEWER.username}`)
  expect((await end(asking)).status).toBe(303)
  expect(
    (await idp.portico.audit.list({ user: VIEWER.sub }, undefined, 50)).entries.filter(
      ({ event }) => event === 'logout.session',
    ),
  ).toHaveLength(1)
  const after = await other.browser.visit(`${idp.issuer}/admin/`)
  expect(after.at === 'page' && after.forms.some(({ fields }) => 'password' in fields)).toBe(true)
})

it('signing out everywhere from the panel is confirmed, and states that offline access ends too', async () => {
  await enterPanel(idp, VIEWER)
  const asking = await asked('everywhere')
  expect(asking.answer.text).toContain('including refresh tokens with offline access')
  await end(asking)
  expect(await idp.portico.sessions.list(VIEWER.sub)).toHaveLength(0)
})

it('what would end has to be said, and a session that is gone is said to be gone', async () => {
  expect((await admin.browser.go(`/admin/sessions/end?subject=${VIEWER.sub}`)).status).toBe(400)
  const gone = await admin.open(`/sessions/end?scope=session&subject=${VIEWER.sub}&uid=none&user=${VIEWER.username}`)
  expect(gone.answer.text).toContain('The session had already ended.')
  expect(gone.url).toContain(`user=${VIEWER.username}`)
})

it('keys are rotated from the panel after a recent sign-in: the next one signs once it has been published long enough', async () => {
  const before = idp.portico.keys.list()
  await admin.send(await admin.open('/keys/rotate'), '/keys/rotate')
  idp.clock.forward(700)
  await idp.portico.keys.rotate()
  const current = idp.portico.keys.list().find(({ state }) => state === 'current')
  expect(before.map(({ kid }) => kid)).toContain(current?.kid)
  expect(current?.kid).toBe(before.find(({ state }) => state === 'next')?.kid)
})
