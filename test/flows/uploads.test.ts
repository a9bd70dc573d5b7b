/** Forms with files: only the panel takes them, from signed-in users, up to a limit. */
import { UPLOAD_LIMIT_BYTES } from '../../lib/web/http/body.ts'
import { NAVIGATION } from '../support/browser.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { clientForm, enterPanel, formTo, PANEL_ACCOUNTS, VIEWER } from '../support/panel-visitor.ts'
import { multipart, upload } from '../support/uploads.ts'

let idp: Idp
beforeAll(async () => {
  idp = await startIdp({ options: { accounts: [...PANEL_ACCOUNTS] } })
})
afterAll(() => idp.stop())

const big = (bytes: number): Uint8Array => new Uint8Array(bytes)

it('a form of the panel is the same with and without files', async () => {
  const admin = await enterPanel(idp)
  const page = await admin.open('/clients/new')
  const stop = await upload(admin, page, '/admin/clients', clientForm('by-upload'), {
    file: big(500_000),
    none: big(0),
  })
  expect(stop.answer.text).toContain('by-upload')
})

it('a form that is too large, or cut off, is refused and changes nothing', async () => {
  const admin = await enterPanel(idp)
  const page = await admin.open('/clients/new')
  const { fields } = formTo(page, '/admin/clients')
  const whole = await multipart({ ...fields, ...clientForm('too-large') }, { file: big(UPLOAD_LIMIT_BYTES) })
  const small = await multipart({ ...fields, ...clientForm('cut-off') })
  const sent = async ({ body, headers }: typeof whole): Promise<unknown> => {
    const answer = await admin.browser.go('/admin/clients', {
      method: 'POST',
      body,
      headers: { ...headers, 'sec-fetch-site': 'same-origin' },
    })
    return answer.status
  }
  expect(await sent(whole)).toBe(413)
  expect(await sent({ ...small, body: small.body.subarray(0, 200) })).toBe(400)
  expect(await sent({ ...small, headers: { 'content-type': 'multipart/form-data; boundary=x' } })).toBe(400)
  for (const id of ['too-large', 'cut-off'])
    expect((await admin.browser.go(`/admin/clients/${id}/overview`)).status).toBe(404)
})

it('a form with many values takes no longer than its size, and only administrators may send it', async () => {
  const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
  const body = Buffer.from(`${part.repeat(UPLOAD_LIMIT_BYTES / part.length - 1)}--x--\r\n`)
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'sec-fetch-site': 'same-origin' }
  const statuses = []
  for (const account of [undefined, VIEWER]) {
    const { browser } = await enterPanel(idp, account)
    statuses.push((await browser.go('/admin/clients', { method: 'POST', body, headers })).status)
  }
  // The form of an administrator lacks the token of its page.
  expect(statuses).toEqual([400, 403])
})

it('without a session nothing is read, and no other page takes files', async () => {
  const message = { method: 'POST', ...(await multipart({ a: 'b' }, { file: big(100_000) })) }
  const headers = { ...NAVIGATION, ...message.headers, 'sec-fetch-site': 'same-origin' }
  expect((await idp.send('/admin/clients', { ...message, headers })).status).toBe(303)
  for (const path of ['/portal/profile', '/token', '/interaction/x'])
    expect((await idp.send(path, { ...message, headers })).status).toBe(413)
})
