/** The activity in the panel: one line for each thing that happened, found by name, and exported. */
import { trailCheck } from '../../lib/domain/audit/trail-check.ts'
import { deriveKeys } from '../../lib/domain/keys/derived-keys.ts'
import { signer } from '../../lib/domain/keys/signer.ts'
import { trailOn } from '../support/audit.ts'
import { ACCOUNTS, ALICE, BOB, CLIENTS, CONF, ROOT_SECRET } from '../support/fixtures.ts'
import { logRecorder } from '../support/log-recorder.ts'
import { ADMIN, enterPanel, PANEL_ACCOUNTS, registerInPanel, textIn, VIEWER } from '../support/panel-visitor.ts'
import { registeredParty } from '../support/registered-party.ts'
import { runningPanel } from '../support/running.ts'
import { until } from '../support/until.ts'
import { audited } from './portal-visitor.ts'

const FORMULA = { sub: 'u-formula', username: 'formula', password: 'correct horse battery', name: '=cmd()' }

const { idp, admin } = await runningPanel({ accounts: [...ACCOUNTS, ...PANEL_ACCOUNTS, FORMULA], clients: CLIENTS })
await idp.user().signIn(idp.party(CONF), { scope: 'openid offline_access' })
await idp.user(BOB).signIn(idp.party(CONF))
// Entries are kept a moment after the answer.
for (const { sub } of [ALICE, BOB]) await audited(idp, 'token.issued', sub)
await registerInPanel(admin, 'ledger')
await idp.send(`/authorize?client_id=${CONF.client_id}&response_type=code&redirect_uri=https://external.example/`)
await audited(idp, 'request.refused')

/** Each row as its cells read. */
const rowsOn = (html: string): readonly (readonly string[])[] =>
  [...html.matchAll(/<tr role="row">(.*?)<\/tr>/gs)]
    .map(([, row = '']) => [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => textIn(cell)))
    .slice(1)
const open = async (query: string): Promise<string> => (await admin.open(`/activity${query}`)).answer.text
const whatOn = (html: string): readonly string[] => rowsOn(html).map(([what = '']) => what)
const hrefOn = (html: string, words: string): string =>
  [...html.matchAll(/<a[^>]*href="\/admin([^"]*)"[^>]*>(.*?)<\/a>/gs)]
    .map(([, href = '', text = '']) => [textIn(href), textIn(text)])
    .find(([, text]) => text === words)?.[0] ?? `no link ${words}`

it('a sign-in is one row, with what followed it behind a link; codes and tokens stand under Tokens', async () => {
  const html = await open('')
  const [row = []] = rowsOn(html).filter(([what, who]) => what?.includes('Signed in') && who?.endsWith(ALICE.name))
  expect(row.slice(0, 4)).toEqual([
    'DoneSigned in · code · tokensShow the 2 entries that followed',
    expect.stringContaining(ALICE.name),
    expect.stringContaining(CONF.client_id),
    '127.0.0.1',
  ])
  expect(whatOn(html).filter((what) => /Code issued|Tokens issued/.test(what))).toEqual([])
  const followed = /class="sso-followed" href="\/admin([^"]*)"|href="\/admin([^"]*)" class="sso-followed"/.exec(html)
  const behind = whatOn((await admin.open(textIn(followed?.[1] ?? followed?.[2] ?? ''))).answer.text)
  expect(behind).toEqual(expect.arrayContaining(['DoneTokens issued', 'DoneCode issued']))
  expect(whatOn(await open('?kind=tokens')).every((what) => /Code issued|Tokens issued/.test(what))).toBe(true)
})

it('rows stand under their day, with the time by the clock', async () => {
  const html = await open('')
  expect(textIn(/class="sso-table-group">(.*?)<\/tr>/s.exec(html)?.[1] ?? '')).toMatch(/^Today, \w+day, \w+ \d+$/)
  expect(rowsOn(html)[0]?.[4]).toMatch(/^\d\d:\d\d(now|\d+ (sec|min)\. ago)$/)
})

it('a refused request shows its reason in words, and its row links to the explanation', async () => {
  const html = await open('?kind=failures')
  const [what = ''] = whatOn(html)
  expect(what).toContain('RefusedRequest refused: the return address')
  expect(html).toMatch(/<a href="\/admin\/explain\/\w{4}-\w{4}-\w{4}"/)
  expect(rowsOn(html)[0]?.[1]).toBe('')
})

it('the number next to Failures is that of the list behind it', async () => {
  const [, href = '', count = ''] =
    /<a href="\/admin([^"]*)"[^>]*>Failures<span class="sso-segment-count">([^<]*)/.exec(await open('')) ?? []
  expect(Number(count)).toBeGreaterThan(0)
  expect(rowsOn((await admin.open(textIn(href))).answer.text)).toHaveLength(Number(count))
  expect(await open('?period=all')).not.toContain('sso-segment-count')
})

it('what administrators changed in the last week is two presses from the first page', async () => {
  const activity = await admin.open(hrefOn((await admin.open('/')).answer.text, 'Activity'))
  const changes = await admin.open(hrefOn(activity.answer.text, 'Admin changes'))
  expect(rowsOn(changes.answer.text)[0]?.slice(0, 3)).toEqual([
    'AdministrationClient created',
    expect.stringContaining(ADMIN.name),
    expect.stringContaining('The ledger'),
  ])
  expect(textIn(changes.answer.text)).toContain('7 days')
})

it.each([
  ['part of a name', ALICE.name.slice(0, 4)],
  ['a username in capitals', ALICE.username.toUpperCase()],
  ['a subject', ALICE.sub],
])('one field finds entries by %s', async (_, typed) => {
  const rows = rowsOn(await open(`?q=${encodeURIComponent(typed)}`))
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.every(([, who]) => who?.endsWith(ALICE.name))).toBe(true)
})

it('one field finds entries by the name of a client, by address, and by the beginning of a request id', async () => {
  expect(whatOn(await open('?q=the+ledger'))).toEqual(['AdministrationClient created'])
  expect(rowsOn(await open('?q=127.0.0.1')).length).toBeGreaterThan(2)
  expect(rowsOn(await open('?q=127.0.')).length).toBeGreaterThan(2)
  expect(await open('?q=127.0.0.2')).toContain('Nothing matches these filters')
  const [, id = ''] = /\/admin\/explain\/(\w{4}-\w{4}-\w{4})"/.exec(await open('?kind=failures')) ?? []
  expect(whatOn(await open(`?q=${id.slice(0, 8).toUpperCase()}`))).toHaveLength(1)
})

it('where several are called so, all of them are shown, and each by itself is a press away', async () => {
  const html = await open('?q=o')
  expect(textIn(html)).toMatch(/\d+ matches for “o”:/)
  const bob = await admin.open(hrefOn(html, BOB.username))
  expect(rowsOn(bob.answer.text).every(([, who]) => who?.endsWith(BOB.username))).toBe(true)
  expect(hrefOn(bob.answer.text, `User: ${BOB.username}Remove this filter`)).not.toContain('user=')
})

it('an unknown name is reported, and no rows of another query are shown', async () => {
  const html = await open(`?q=${encodeURIComponent('<none & nothing>')}`)
  expect(textIn(html)).toContain('matches “<none & nothing>”')
  expect(rowsOn(html)).toEqual([])
})

it.each(['since=21/11/2026', 'until=2026-13-45', 'since=2026-02-30', 'since=2026-11-21&until=tomorrow'])(
  'the activity filtered by %s, which is no day, reports it at the field and shows no rows',
  async (query) => {
    const { answer } = await admin.browser.visit(`/admin/activity?${query}`)
    expect([answer.status, answer.text.includes('must be a valid date')]).toEqual([422, true])
    expect(answer.text).toContain(`id="${query.includes('until') ? 'until' : 'since'}-error"`)
    expect(answer.text).not.toContain('<table')
  },
)

it('a phone is shown twenty rows a page', async () => {
  for (let turn = 0; turn < 25; turn += 1) await idp.send('/authorize?client_id=unknown&response_type=code')
  await until(async () => hrefOn(await open(''), '25 times').startsWith('/activity'))
  const each = hrefOn(await open(''), '25 times')
  expect(rowsOn((await admin.open(each)).answer.text).length).toBeGreaterThanOrEqual(25)
  const { text } = await admin.browser.go(`/admin${each}`, { headers: { 'sec-ch-ua-mobile': '?1' } })
  expect(rowsOn(text)).toHaveLength(20)
})

it('before the first round the trail is being verified, and no page does that itself', async () =>
  expect(textIn(await open(''))).toContain('Verifying the trail'))

it('after verification in the background, the page shows when and how much', async () => {
  const { storage } = idp.portico
  const checked = trailCheck({
    ...storage,
    audit: trailOn(storage, { now: idp.clock.now }),
    signer: signer(deriveKeys([ROOT_SECRET], 'audit')),
    hasOtherSecrets: async () => false,
    now: idp.clock.now,
    logger: logRecorder().logger,
    report(error) {
      throw error as Error
    },
  })
  expect(await checked.step()).toBe('resting')
  expect(textIn(await open(''))).toMatch(/Trail verified \d\d:\d\d, \d+ entries/)
})

describe('the export', () => {
  it('as lines of JSON has every entry once, oldest first, and no secret', async () => {
    const { answer } = await admin.browser.visit('/admin/activity/export?kind=all&period=all')
    const entries = answer.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; at: number })
    expect(answer.headers['content-type']).toContain('application/x-ndjson')
    const ids = entries.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const ofTrail = ids.filter((id) => !id.startsWith('r'))
    expect(ofTrail).toEqual(ofTrail.map((_, index) => String(index + 1)))
    const times = entries.map(({ at }) => at)
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect(answer.text).not.toContain(ADMIN.password)
  })

  it('as CSV has the same entries, tokens too, and nothing that a spreadsheet would run', async () => {
    const evil = '=HYPERLINK("https://evil.example")'
    await registerInPanel(admin, 'evil', { name: evil })
    const [{ answer: lines }, { answer }] = [
      await admin.browser.visit('/admin/activity/export?kind=all&period=all'),
      await admin.browser.visit('/admin/activity/export?kind=all&period=all&format=csv'),
    ]
    const rows = answer.text.trimEnd().split('\r\n')
    expect(answer.headers['content-type']).toContain('text/csv')
    expect(rows).toHaveLength(lines.text.trim().split('\n').length + 1)
    expect(rows[0]).toContain('"event","result","reason"')
    expect(answer.text).toContain('"token.issued"')
    expect(rows.flatMap((row) => row.split('","')).filter((cell) => /^"?[=+@\t-]/.test(cell))).toEqual([])
  })

  it.each([
    '',
    `kind=sign-ins&user=${ALICE.sub}`,
    'kind=changes&q=the+ledger&period=all',
    'kind=failures&period=24h',
    'group=token',
  ])(
    'of ?%s has the listed entries, with the names of users and clients, and its button shows how many',
    async (query) => {
      const html = await open(`?${query}`)
      // A row can combine refusals with the same cause, each of which is an entry.
      const counts = whatOn(html).map((what) => Number(/(\d+) times/.exec(what)?.[1] ?? 1))
      const count = counts.reduce((sum, one) => sum + one, 0)
      expect(count).toBeGreaterThan(0)
      expect(textIn(html)).toContain(`Export ${count} ${count === 1 ? 'entry' : 'entries'}`)
      const { text } = (await admin.open(hrefOn(html, 'CSV'))).answer
      expect(text.trimEnd().split('\r\n')).toHaveLength(count + 1)
      if (query.includes(ALICE.sub)) expect(text).toContain(`"${ALICE.sub}","${ALICE.name}","${CONF.client_id}","`)
      const lines = (await admin.browser.visit(`/admin${hrefOn(html, 'JSON lines')}`)).answer.text
      expect(lines.trim().split('\n')).toHaveLength(count)
    },
  )

  it('is limited to the chosen days, also where entries are older', async () => {
    const today = new Date(idp.clock.now()).toISOString().slice(0, 10)
    const of = async (days: string): Promise<string> =>
      (await admin.browser.visit(`/admin/activity/export?kind=sign-ins&${days}`)).answer.text
    expect(await of(`since=${today}`)).toContain('"sign-in.succeeded"')
    expect(await of('until=2020-01-01')).toBe('')
    expect(await of('since=2020-13-45')).toBe('')
  })

  it('is not offered where nothing is listed', async () =>
    expect(textIn(await open('?q=127.0.0.2'))).not.toContain('Export'))
})

it('a client’s requests denied for the same cause are one row per day, here and at the client, and a list behind it', async () => {
  const party = registeredParty(idp, admin, 'astray')
  const send = (redirect: string, scope = 'openid'): Promise<unknown> =>
    idp.send(
      `/authorize?client_id=astray&response_type=code&scope=${scope}&redirect_uri=${encodeURIComponent(redirect)}`,
    )
  await party
  for (const host of ['one', 'two', 'three']) await send(`https://${host}.example/`)
  await send('https://astray.example/callback', 'profile')
  const denied = async (): Promise<number> =>
    (await idp.portico.audit.list({ client: 'astray', kind: 'failures' }, undefined, 100)).entries.length
  await until(async () => (await denied()) === 4)

  const everywhere = await open('?q=astray')
  const own = (await admin.open('/clients/astray/activity')).answer.text
  for (const html of [everywhere, own]) {
    expect(whatOn(html).filter((what) => what.includes('Request refused'))).toEqual([
      expect.not.stringContaining('times'),
      expect.stringMatching(/the return address is not registered3 times$/),
    ])
  }
  expect(rowsOn(everywhere)[1]?.length).toBe(5)
  expect(rowsOn(own).map((cells) => cells.length)).toContain(4)
  const behind = (await admin.open(hrefOn(own, '3 times'))).answer.text
  expect(whatOn(behind)).toHaveLength(3)
  expect(hrefOn(own, 'Search and filter this activity')).toBe('/activity?client=astray')
})

it('a viewer sees the same', async () => {
  const viewer = await enterPanel(idp, VIEWER)
  expect(whatOn((await viewer.open('/activity?kind=changes')).answer.text)).toContain('AdministrationClient created')
  expect((await idp.send('/admin/activity/export?format=csv')).status).toBe(303)
})
