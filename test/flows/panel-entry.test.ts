/** One entry of the audit trail in the panel: whole, in its place, and with the ways to what belongs to it. */
import { ALICE, BOB, CLIENTS, CONF } from '../support/fixtures.ts'
import { ADMIN, registerInPanel, textIn } from '../support/panel-visitor.ts'
import { runningPanel } from '../support/running.ts'
import { until } from '../support/until.ts'
import { words } from '../support/words.ts'
import { audited } from './portal-visitor.ts'

const { idp, admin } = await runningPanel({ clients: CLIENTS })

/** The entries of a list, by the links on their times. */
const entriesOn = (html: string): readonly string[] =>
  [...html.matchAll(/href="\/admin(\/activity\/r?\d+)"/g)].map(([, path = '']) => path)
const linksOn = (html: string): readonly string[] =>
  [...(/aria-labelledby="related".*?<\/section>/s.exec(html)?.[0] ?? '').matchAll(/href="\/admin([^"]*)"/g)].map(
    ([, path = '']) => textIn(path),
  )
const jsonOn = (html: string): Record<string, unknown> =>
  JSON.parse(textIn(/<textarea[^>]*id="entry-json"[^>]*>(.*?)<\/textarea>/s.exec(html)?.[1] ?? '')) as Record<
    string,
    unknown
  >
const list = async (query: string): Promise<readonly string[]> =>
  entriesOn((await admin.open(`/activity?${query}`)).answer.text)

it('the time of an entry leads to it: the whole entry as it is exported, and the hashes as they are stored', async () => {
  await idp.user().signIn(idp.party(CONF))
  await audited(idp, 'sign-in.succeeded', ALICE.sub)
  const [path = ''] = await list(`group=sign-in&user=${ALICE.sub}`)
  const { answer } = await admin.open(path)
  expect(answer.status).toBe(200)
  const entry = jsonOn(answer.text)
  expect(entry).toMatchObject({ event: 'sign-in.succeeded', result: 'ok', user: ALICE.sub, client: CONF.client_id })
  const { answer: exported } = await admin.browser.visit('/admin/activity/export')
  expect(exported.text.split('\n').map((line) => (line === '' ? {} : (JSON.parse(line) as object)))).toContainEqual(
    entry,
  )
  const seq = Number(entry['id'])
  const [before, own] = await idp.portico.storage.audit.read(seq - 1, 'newer', 2)
  expect(answer.text).toContain(`value="${before?.hash}"`)
  expect(answer.text).toContain(`value="${own?.hash}"`)
  expect(textIn(answer.text)).toContain('Verified')
  expect(answer.text).toContain(`href="/admin/activity/${seq - 1}"`)
})

it('from issued tokens, the links lead to the same session and to no other of the same user', async () => {
  const app = idp.party(CONF)
  const tokens = await idp.user(BOB).signIn(app, { scope: 'openid offline_access' })
  await app.refresh(tokens.refresh_token)
  await idp.user(BOB).signIn(app, { scope: 'openid offline_access' })
  const issued = (): Promise<readonly string[]> => list(`group=token&user=${BOB.sub}`)
  await until(async () => new Set(await issued()).size === 2)
  const [path = ''] = await issued()
  const { answer } = await admin.open(path)
  const { event, sid, requestId } = jsonOn(answer.text)
  expect(event).toBe('token.issued')
  expect(linksOn(answer.text)).toEqual([
    `/activity?request_id=${String(requestId)}`,
    `/activity?sid=${encodeURIComponent(String(sid))}`,
    `/activity?client=${CONF.client_id}`,
    `/activity?user=${BOB.sub}`,
  ])
  const same = await Promise.all(
    (await list(`sid=${String(sid)}`)).map(async (one) => jsonOn((await admin.open(one)).answer.text)),
  )
  expect(same.map((entry) => entry['event'])).toEqual(expect.arrayContaining(['token.issued', 'code.issued']))
  // The consent was given in the browser session, before the client had a part in it.
  const session = String(sid).slice(0, String(sid).indexOf('.'))
  expect(same.filter((entry) => ![sid, session].includes(entry['sid'] as string))).toEqual([])
})

it('from a refused request, the way leads to why it was refused', async () => {
  const refused = await idp.send(
    `/authorize?${new URLSearchParams({
      client_id: CONF.client_id,
      redirect_uri: `${CONF.redirect_uris[0]}/`,
      response_type: 'code',
    })}`,
  )
  const { request_id: id } = refused.json() as { request_id: string }
  const found = (): Promise<readonly string[]> => list(`request_id=${id}`)
  await until(async () => (await found()).length > 0)
  const [path = ''] = await found()
  const { answer } = await admin.open(path)
  expect(answer.text).toContain(`href="${idp.issuer}/errors/redirect_uri_mismatch"`)
  expect(linksOn(answer.text)[0]).toBe(`/explain/${id}`)
  expect((await admin.open(`/explain/${id}`)).answer.text).toContain('<mark>/</mark>')
})

it('from an administrative act, what was before and after is said in words; never a secret', async () => {
  const { answer: made } = await registerInPanel(admin, 'ledger')
  const secret = /sso_dev_[A-Za-z0-9_-]{43}/.exec(made.text)?.[0] ?? 'no secret'
  const [path = ''] = await list('client=ledger&group=client')
  const { answer } = await admin.open(path)
  const text = textIn(answer.text)
  expect(text).toContain('Redirect URIsNonehttps://ledger.example/callback')
  expect(text).toContain(ADMIN.name)
  expect(answer.text).toContain('href="/admin/clients/ledger/overview"')
  expect(answer.text).not.toContain(secret)
})

it('an entry that is not there is said to be unknown (404), inside the panel, whatever the address contains', async () => {
  for (const seq of [...words`0 999999 1e3 -1 01`, '9'.repeat(30), encodeURIComponent('<script>alert(1)</script>')]) {
    const { answer } = await admin.open(`/activity/${seq}`)
    expect([seq, answer.status]).toEqual([seq, 404])
    expect(answer.text).toContain('Entry not found')
    expect(answer.text).toContain('href="/admin/clients"')
    expect(answer.text).not.toContain('<script>alert(1)')
  }
})
