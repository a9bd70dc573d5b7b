/** After a wrong password, the browser is at a page that a reload does not send again. */
import { openBrowser, type Page } from '../support/browser.ts'
import { ALICE } from '../support/fixtures.ts'
import { runningIdp } from '../support/idp.ts'
import { textIn } from '../support/panel-visitor.ts'
import { doorOf } from '../support/sign-in-door.ts'
import { traceOf } from '../support/trace-of.ts'

const idp = await runningIdp()
const SECRET = 'typed as a password'

it('the response is a redirect; the page shows the error and the name for a minute, and accepts the password', async () => {
  const { browser, page } = await doorOf(idp)
  const sent = await browser.send(page, { username: ALICE.username, password: SECRET })
  const { location = '' } = sent.headers
  expect([sent.status, sent.text]).toEqual([303, ''])
  expect(location).not.toContain(ALICE.username)
  const shown = (await browser.visit(location)) as Page
  expect(shown.answer.status).toBe(422)
  expect(textIn(shown.answer.text)).toContain('Wrong email or password')
  expect(shown.answer.text).toContain(`value="${ALICE.username}"`)
  const reloaded = (await browser.visit(location)) as Page
  expect(textIn(reloaded.answer.text)).toContain('Wrong email or password')
  idp.clock.forward(60)
  const later = (await browser.visit(location)) as Page
  expect([later.answer.status, textIn(later.answer.text).includes('Wrong email or password')]).toEqual([200, false])
  const done = await browser.submit(reloaded, { username: ALICE.username, password: ALICE.password })
  expect(done.url).toMatch(/^https:\/\/trusted\.example\/callback[?]code=/)
})

it('is audited as a failed sign-in, and only once', async () => {
  const { browser, page } = await doorOf(idp)
  const sent = await browser.send(page, { username: ALICE.username, password: SECRET })
  await browser.visit(sent.headers.location ?? '')
  expect(await traceOf(idp, sent)).toMatchObject({ event: 'sign-in.failed', details: { reason: 'wrong_password' } })
})

it('another browser, and another interaction of the same one, show neither the error nor the name', async () => {
  const { browser, page } = await doorOf(idp)
  const sent = await browser.send(page, { username: ALICE.username, password: SECRET })
  const url = new URL(sent.headers.location ?? '', page.url)
  expect((await openBrowser(idp).go(url.href)).text).not.toContain(ALICE.username)
  const unrelated = new URL((await doorOf(idp, browser)).page.url)
  unrelated.search = url.search
  expect((await browser.visit(unrelated.href)).answer.text).not.toContain(ALICE.username)
  for (const forged of ['', 'x', `${url.searchParams.get('refused')}x`]) {
    url.searchParams.set('refused', forged)
    expect((await browser.go(url.href)).status).toBe(200)
  }
})

it('a form without a password is shown again without a redirect', async () => {
  const { browser, page } = await doorOf(idp)
  expect((await browser.send(page, { username: ALICE.username, password: '' })).status).toBe(422)
})
