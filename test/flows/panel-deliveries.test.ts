/** The ledger of logout notifications in the panel: filtered, tried again, and a client tried out. */

import { ACCOUNTS } from '../support/fixtures.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { logoutClient, type Sink, startSink, status } from '../support/logout-sinks.ts'
import {
  enterPanel,
  formTo,
  newsOn,
  PANEL_ACCOUNTS,
  type PanelVisitor,
  textIn,
  VIEWER,
} from '../support/panel-visitor.ts'

let sink: Sink
let idp: Idp
let admin: PanelVisitor
beforeAll(async () => {
  sink = await startSink()
  idp = await startIdp({
    options: {
      accounts: [...ACCOUNTS, ...PANEL_ACCOUNTS],
      clients: [logoutClient('listening', { backchannel_logout_uri: sink.url }), logoutClient('deaf')],
    },
  })
  admin = await enterPanel(idp)
})
afterAll(async () => {
  await idp.stop()
  await sink.close()
})

const test = async (client: string) => admin.send(await admin.open(`/deliveries?client=${client}`), '/deliveries/test')

it('a test is one genuine logout token for a session that is nobody’s, and the page says how it was taken', async () => {
  sink.answers(status(204))
  const page = await test('listening')
  expect(newsOn(page)).toMatch(/accepted the test: 204\.$/)
  const [{ header, claims } = { header: {}, claims: {} }] = await sink.arrived(1)
  expect(header).toMatchObject({ typ: 'logout+jwt', alg: 'ES256' })
  expect(claims).toMatchObject({
    aud: 'listening',
    sub: expect.stringMatching(/^test-/),
    sid: expect.stringMatching(/^test-/),
  })
  expect(textIn(page.answer.text)).toContain('listening Test')
  expect(
    (await idp.portico.audit.list({ client: 'listening', group: 'delivery' }, undefined, 5)).entries,
  ).toMatchObject([{ event: 'delivery.tested', actor: 'u-admin', result: 'ok' }])
})

it('an app that does not take it is shown apart, with its answer; the list can be narrowed to what failed', async () => {
  sink.answers(status(400))
  expect(newsOn(await test('listening'))).toMatch(/^Test failed: 400\.$/)
  const failed = await admin.open('/deliveries?client=listening&state=failed')
  expect([...failed.answer.text.matchAll(/<th scope="row"/g)]).toHaveLength(1)
  const none = await admin.open('/deliveries?client=deaf&state=failed')
  expect(textIn(none.answer.text)).toContain('No delivery matches these filters')
})

it('where there is no address there is nothing to test, and a viewer tests nothing', async () => {
  expect((await admin.open('/deliveries?client=deaf')).answer.text).not.toContain('/deliveries/test')
  const viewer = await enterPanel(idp, VIEWER)
  const page = await viewer.open('/deliveries?client=listening')
  expect(page.answer.text).not.toContain('/deliveries/test')
  const { csrf = '' } = formTo(page, '/sign-out').fields
  const before = sink.notices.length
  expect((await viewer.post('/deliveries/test', { csrf, client: 'listening' })).status).toBe(403)
  expect(sink.notices).toHaveLength(before)
  const own = formTo(await admin.open('/deliveries'), '/sign-out').fields.csrf ?? ''
  expect((await admin.post('/deliveries/test', { csrf: own, client: 'deaf' })).status).toBe(303)
})
