/** The list of clients: found, sorted, paged and exported, also with ten thousand, with a bounded number of reads. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { csvLine } from '../../lib/apps/admin/shell/download.ts'
import type { Client, Storage } from '../../lib/index.ts'
import type { Stop } from '../support/browser.ts'
import { countedStorage, type Reads, readsOf } from '../support/counted-storage.ts'
import { type Idp, runningIdp } from '../support/idp.ts'
import { clientAt } from '../support/large-store.ts'
import { enterPanel, PANEL_ACCOUNTS, type PanelVisitor, textIn, VIEWER } from '../support/panel-visitor.ts'
import { registeredClient, registerTrusted } from '../support/registered-client.ts'
import { claimsOf } from '../support/relying-party.ts'
import { words } from '../support/words.ts'

const BEGAN = 1_700_000_000_000
const client = (index: number): Client => ({
  ...clientAt(index, BEGAN),
  status: index % 100 === 0 ? 'disabled' : 'active',
  createdAt: BEGAN + index * 1_000,
})

async function fill(storage: Storage, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const one = client(index)
    await storage.clients.create({ id: one.clientId, record: JSON.stringify(one), redirectUris: one.redirectUris })
  }
}

/** Ids in the order of the list. */
const idsOn = ({ answer }: Stop): readonly string[] =>
  [...answer.text.matchAll(/href="[^"]*\/clients\/([^"/]*)\/overview"/g)].map(([, id = '']) => id)
const linkOn = ({ answer }: Stop, label: string): string | undefined =>
  new RegExp(`href="([^"]*)"[^>]*><span>${label}</span>`)
    .exec(answer.text)?.[1]
    ?.replaceAll('&amp;', '&')
    .replace(/^\/admin/, '')

describe('a few clients', () => {
  let idp: Idp
  let admin: PanelVisitor
  beforeAll(async () => {
    idp = await runningIdp({ accounts: PANEL_ACCOUNTS, host: { enabled: false }, clients: [] })
    await fill(idp.portico.storage, 60)
    admin = await enterPanel(idp)
  })

  it('stand in order of id, 25 a page, forwards and backwards, with their number', async () => {
    const first = await admin.open('/clients')
    expect(idsOn(first)).toEqual(Array.from({ length: 25 }, (_, index) => client(index).clientId))
    expect(first.answer.text).toContain('1 to 25 of 62')
    const second = await admin.open(linkOn(first, 'Next') ?? '')
    expect(second.answer.text).toContain('26 to 50 of 62')
    const last = await admin.open(linkOn(second, 'Next') ?? '')
    expect([idsOn(last).length, linkOn(last, 'Next')]).toEqual([12, undefined])
    expect(idsOn(await admin.open(linkOn(last, 'Previous') ?? ''))).toEqual(idsOn(second))
    // After the end of the list, such as when clients were removed.
    expect(idsOn(await admin.open('/clients?cursor=100'))).toEqual(idsOn(last))
  })

  it.each([
    ['name', 'app-00059'],
    ['-name', 'sso-admin'],
    ['created', 'app-00000'],
  ])('sorted by %s begin with %s', async (sort, id) =>
    expect(idsOn(await admin.open(`/clients?sort=${sort}`))[0]).toBe(id),
  )

  it('sorted by -created begin with what was registered last, long after the others', async () =>
    expect(idsOn(await admin.open('/clients?sort=-created'))[0]).not.toMatch(/^app-/))

  it.each([
    ['q=app-00007', ['app-00007']],
    ['q=APP+9999', ['app-00001']],
    ['q=app-00031.example', ['app-00031']],
    ['q=owner-3&type=public&env=live', ['app-00024']],
    ['status=disabled', ['app-00000']],
    ['q=nothing+like+it', []],
  ])('are found by %s', async (query, ids) => expect(idsOn(await admin.open(`/clients?${query}`))).toEqual(ids))

  it('say why there are none, and how to see all again', async () => {
    const page = await admin.open('/clients?q=bil%3Cscript%3E')
    expect(textIn(page.answer.text)).toContain('No clients match “bil<script>”.')
    expect(page.answer.text).toContain('href="/admin/clients">Clear filters')
  })

  it('are exported as CSV, whole, without secrets, and inert in a spreadsheet', async () => {
    await registerTrusted(idp, 'formula', { clientName: '\uff1dHYPERLINK("https://evil.example")' })
    const { answer } = await admin.open('/clients.csv')
    const lines = answer.text.trim().split('\r\n')
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="clients.csv"',
    })
    expect(lines).toHaveLength(1 + 63)
    expect(lines[0]).not.toMatch(/secret|epoch|hash/)
    expect(answer.text).toContain('"\'\uff1dHYPERLINK(""https://evil.example"")"')
    const formulas = '=1|+1|-1|@a|\t1|\r1|\n1|＝1|＋1|－1|＠a|﹦1|\u22121| =1|\u200b=1'.split('|')
    for (const cell of formulas) expect(csvLine([cell])).toBe(`"'${cell}"\r\n`)
    for (const cell of ['', 'a=1', '1-2', 'a@b', "'=1"]) expect(csvLine([cell])).toBe(`"${cell}"\r\n`)
    const hash = (await idp.portico.clients.find('formula'))?.secretHash ?? 'none'
    expect(answer.text).not.toContain(hash)
  })

  it('are reached from the search box: directly by id, by a list for part of a name', async () => {
    const straight = await admin.browser.go('/admin/search?q=app-00007')
    expect([straight.status, straight.headers.location]).toEqual([303, '/admin/clients/app-00007/overview'])
    const list = await admin.open('/search?q=App+99')
    expect(list.answer.text.match(/href="\/admin\/clients\/app-\d+\/overview"/g)).toHaveLength(10)
    expect(textIn((await admin.open('/search?q=%3Cb%3Eabsent')).answer.text)).toContain('Nothing found for “<b>absent”')
  })

  it('a session is found by its sid, and by the jti of a token of it', async () => {
    const [session] = await idp.portico.sessions.list('u-admin')
    const sid = session?.clients[0]?.sid ?? ''
    expect(sid).toMatch(/\./)
    expect((await admin.browser.go(`/admin/search?q=${sid}`)).headers.location).toBe('/admin/sessions?user=u-admin')
    const { party } = await registeredClient(idp)
    const { access_token: token } = await idp.user(VIEWER).signIn(party)
    expect((await admin.browser.go(`/admin/search?q=${claimsOf(token)['jti']}`)).headers.location).toBe(
      '/admin/sessions?user=u-viewer',
    )
  })
})

it('no client yet: the list shows what to do', async () => {
  const off = { enabled: false }
  const idp = await runningIdp({ accounts: PANEL_ACCOUNTS, clients: [], host: off, portal: off })
  const admin = await enterPanel(idp)
  // The panel itself is a client, so a list is never quite empty; but no user registered it.
  const page = await admin.open('/clients')
  expect(idsOn(page)).toEqual(['sso-admin'])
  expect(textIn(page.answer.text)).toContain('Register your first app')
})

describe('ten thousand clients', () => {
  let idp: Idp
  let admin: PanelVisitor
  let reads: Reads
  beforeAll(async () => {
    const { storage, ...counted } = countedStorage(embeddedStorage())
    reads = counted.reads
    // Background work is no part of a page's cost: its turn is taken.
    await storage.records.claim('overview', 'turn', '', 3_600_000)
    await fill(storage, 10_000)
    idp = await runningIdp({ accounts: PANEL_ACCOUNTS, host: { enabled: false }, clients: [], storage })
    admin = await enterPanel(idp)
  })

  it.each(
    words`
    /clients /clients?q=app-09999 /clients?q=nothing+like+it /clients?status=disabled&type=public&env=live
    /clients?cursor=app-05000 /search?q=App+1
  `,
  )('%s reads at most 2,200 records', async (path) => {
    const { records } = await readsOf(reads, async () =>
      expect((await admin.browser.go(`/admin${path}`)).status).toBeLessThan(400),
    )
    expect(records).toBeLessThanOrEqual(2_200)
  })

  it('a filter that finds little reports how far it searched, and continues until the end', async () => {
    const found: string[] = []
    let path: string | undefined = '/clients?status=disabled'
    for (let pages = 0; path !== undefined && pages < 12; pages += 1) {
      const page: Stop = await admin.open(path)
      found.push(...idsOn(page))
      path = linkOn(page, 'Next')
    }
    expect(path).toBeUndefined()
    expect(found).toEqual(Array.from({ length: 100 }, (_, index) => client(index * 100).clientId))
  })

  it('one is found by its whole id or redirect URI, wherever it stands', async () => {
    expect(idsOn(await admin.open('/clients?q=app-09998'))).toEqual(['app-09998'])
    expect(
      idsOn(
        await admin.open(`/clients?q=${encodeURIComponent('https://app-09998.example/callback')}&type=confidential`),
      ),
    ).toEqual(['app-09998'])
    expect(idsOn(await admin.open('/clients?q=app-09998&type=public'))).toEqual([])
  })

  it('the export has them all', async () =>
    expect((await admin.open('/clients.csv')).answer.text.trim().split('\r\n')).toHaveLength(10_000 + 2 + 1))
})
