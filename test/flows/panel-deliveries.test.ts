/** The ledger of logout notifications in the panel: by client and outcome, retried, and a client tried out. */

import type { Delivery } from '../../lib/index.ts'
import { ALICE } from '../support/fixtures.ts'
import { logoutClient, startSink, status } from '../support/logout-sinks.ts'
import { enterPanel, flashOn, formTo, textIn, VIEWER } from '../support/panel-visitor.ts'
import { runningPanel } from '../support/running.ts'
import { until } from '../support/until.ts'
import { rowsOn } from './portal-visitor.ts'

const sink = await startSink()
const { idp, admin } = await runningPanel({
  clients: [
    logoutClient('listening', { backchannel_logout_uri: sink.url }),
    logoutClient('deaf'),
    logoutClient('broken', { backchannel_logout_uri: `${sink.url}/broken` }),
  ],
})

const test = async (client: string) => admin.send(await admin.open(`/deliveries?client=${client}`), '/deliveries/test')

it('a test is one genuine logout token for an unused session, and the page shows the response', async () => {
  sink.answers(status(204))
  const page = await test('listening')
  expect(flashOn(page)).toMatch(/accepted the test\. The app responded with 204\.$/)
  const [{ header, claims } = { header: {}, claims: {} }] = await sink.arrived(1)
  expect(header).toMatchObject({ typ: 'logout+jwt', alg: 'ES256' })
  const madeUp = expect.stringMatching(/^test-/)
  expect(claims).toMatchObject({ aud: 'listening', sub: madeUp, sid: madeUp })
  expect(textIn(page.answer.text)).toContain('Sign-out notices to App listening')
  expect(rowsOn(page)).toEqual([expect.stringMatching(/^Test.*Delivered.*The app responded with 204/)])
  expect(
    (await idp.portico.audit.list({ client: 'listening', group: 'delivery' }, undefined, 5)).entries,
  ).toMatchObject([{ event: 'delivery.tested', actor: 'u-admin', result: 'ok' }])
})

it('an app that does not take it is shown apart, with its answer; the list can be narrowed to what failed', async () => {
  sink.answers(status(400))
  expect(flashOn(await test('listening'))).toMatch(/^Test failed\. The app responded with 400\.$/)
  const failed = await admin.open('/deliveries?client=listening&state=failed')
  expect([...failed.answer.text.matchAll(/<th scope="row"/g)]).toHaveLength(1)
  const none = await admin.open('/deliveries?client=deaf&state=failed')
  expect(textIn(none.answer.text)).toContain('No notices match these filters')
})

it('of delivered notices the last answer alone is shown; of failed ones also that there are other reasons', async () => {
  sink.answers(status(200))
  await test('listening')
  sink.answers(status(500))
  await test('listening')
  expect(
    rowsOn(await admin.open('/deliveries?q=App listening')).map((row) => row.replace(/(Retry all|–).*/, '')),
  ).toEqual([
    expect.stringMatching(/2 failed The app responded with 500, and other reasons /),
    expect.stringMatching(/2 delivered The app responded with 200 /),
  ])
})

it('names the cause when an app such as one of Spring Security does not accept ES256', async () => {
  const refusal = 'Signed JWT rejected: Another algorithm expected, or no matching key(s) found'
  sink.answers(status(400, {}, JSON.stringify({ error: 'invalid_request', error_description: refusal })))
  expect(flashOn(await test('listening'))).toMatch(/responded with 400\. It expects a different algorithm than ES256\./)
  const rows = rowsOn(await admin.open('/deliveries?client=listening&state=failed'))
  expect(rows.filter((row) => row.includes('Spring Security'))).toHaveLength(1)
})

it('where there is no address there is nothing to test, and a viewer is offered no test', async () => {
  expect((await admin.open('/deliveries?client=deaf')).answer.text).not.toContain('/deliveries/test')
  const page = await (await enterPanel(idp, VIEWER)).open('/deliveries?client=listening')
  expect(page.answer.text).not.toContain('/deliveries/test')
  const own = formTo(await admin.open('/deliveries'), '/sign-out').fields.csrf ?? ''
  expect((await admin.post('/deliveries/test', { csrf: own, client: 'deaf' })).status).toBe(303)
})

describe('a client whose host is gone', () => {
  const failed = (index: number): Delivery => ({
    id: `broken-${index}`,
    clientId: 'broken',
    subject: ALICE.sub,
    session: 's',
    sid: `s.${index}`,
    channel: 'backchannel',
    uri: 'https://wiki.acme.example/backchannel',
    state: 'failed',
    tries: 22,
    createdAt: idp.clock.now() - 3_600_000 + index,
    dueAt: 8e12,
    lastError: 'ENOTFOUND',
    lastMs: 3,
    history: [
      { at: idp.clock.now() - 3_600_000, ms: 3, error: 'ECONNREFUSED' },
      { at: idp.clock.now() - 3_300_000, ms: 3, error: 'ENOTFOUND' },
    ],
    condition: JSON.stringify({ kind: 'session-end', generation: 0 }),
  })
  beforeAll(async () => {
    const { deliveries } = idp.portico.storage
    const all = Array.from({ length: 9 }, (_, index) => failed(index))
    await deliveries.put(all.map((one) => ({ ...one, state: 'due' })))
    for (const one of all) await deliveries.complete(one, 86_400_000)
  })

  it('is one line, with its number and the reason in words, which opens exactly these notices', async () => {
    const page = await admin.open('/deliveries')
    expect(rowsOn(page)[0]).toMatch(/App broken 9 failed Host wiki\.acme\.example not found .*Retry all/)
    expect(page.answer.text).not.toContain('ENOTFOUND')
    expect(rowsOn(await admin.open('/deliveries?state=delivered')).join()).not.toContain('broken')
    expect(rowsOn(await admin.open('/deliveries?q=App brok'))).toHaveLength(1)
    expect(rowsOn(await admin.open('/deliveries?client=broken&state=failed'))).toHaveLength(9)
  })

  it('has a page for each notice, with its tries, the waits between them, and the token without its value', async () => {
    const text = textIn((await admin.open('/deliveries/broken-3')).answer.text)
    expect(text).toContain('20 earlier attempts')
    expect(text).toMatch(/Host wiki\.acme\.example refused the connection.*Host wiki\.acme\.example not found/s)
    expect(text).toContain('after 5 minutes')
    expect(text).toContain('http://schemas.openid.net/event/backchannel-logout')
    expect(text).not.toMatch(/eyJ[\w-]{20}/)
    expect((await admin.browser.go('/admin/deliveries/unknown')).status).toBe(404)
  })

  it('is retried whole, once its URI is right, and the trail has the administrator', async () => {
    sink.answers(status(200))
    sink.clear()
    const after = await admin.send(await admin.open('/deliveries?client=broken'), '/deliveries/retry')
    expect(flashOn(after)).toBe('9 notices are on their way.')
    await sink.arrived(9)
    const { entries } = await idp.portico.audit.list({ client: 'broken', group: 'delivery' }, undefined, 5)
    expect(entries).toMatchObject([{ event: 'delivery.retried', actor: 'u-admin' }])
    await until(async () => rowsOn(await admin.open('/deliveries?client=broken&state=delivered')).length === 9)
    const again = await admin.post('/deliveries/retry', {
      csrf: formTo(await admin.open('/deliveries'), '/sign-out').fields.csrf ?? '',
      client: 'broken',
    })
    const stop = await admin.browser.visit(again.headers.location ?? '')
    expect(flashOn(stop)).toBe('Nothing to retry.')
  })
})
