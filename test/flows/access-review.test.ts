/** The review of access: which users can open which app, by which role, and what they hold; as page, CSV, NDJSON. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import type { User } from '../../lib/index.ts'
import { countedStorage, readsOf } from '../support/counted-storage.ts'
import { ALICE, BOB, CONF, CONF2, TRUSTED } from '../support/fixtures.ts'
import { giveRoles } from '../support/given-roles.ts'
import { runningIdp, sharedIdp } from '../support/idp.ts'
import { enterPanel, PANEL_ACCOUNTS, type PanelVisitor, textIn } from '../support/panel-visitor.ts'
import { readyUser } from '../support/ready-user.ts'
import { until } from '../support/until.ts'
import { words } from '../support/words.ts'

const LIMITED = { ...CONF, client_name: 'Finance', access: { roles: ['editor', 'auditor'] } }
const DAY_SECONDS = 86_400

type Row = Readonly<Record<'client_id' | 'sub' | 'by' | 'last_used', string>>

const ndjson = async (admin: PanelVisitor, query = ''): Promise<readonly Row[]> => {
  const { answer } = await admin.open(`/review/export?${query}`)
  expect(answer.headers['content-type']).toContain('application/x-ndjson')
  return answer.text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
}
/** The cells of each row of the table. */
const rowsOn = (html: string): readonly string[] =>
  [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)]
    .slice(1)
    .map(([, row = '']) =>
      [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => textIn(cell)).join(' | '),
    )

describe('of the directory that comes with the service', () => {
  const { storage, reads } = countedStorage(embeddedStorage())
  const idp = sharedIdp({
    storage,
    clients: [LIMITED, CONF2, TRUSTED],
    accounts: [
      ALICE,
      { ...BOB, name: '=cmd()', roles: [] },
      { ...BOB, sub: 'u-gone', username: 'gone', roles: ['auditor'], status: 'suspended' },
      ...PANEL_ACCOUNTS,
    ],
  })
  let admin: PanelVisitor
  let today: string
  beforeAll(async () => {
    admin = await enterPanel(idp)
    const alice = idp.user()
    await alice.signIn(idp.party(LIMITED), { scope: 'openid profile' })
    await alice.signIn(idp.party(TRUSTED), { scope: 'openid offline_access' })
    today = new Date(idp.clock.now()).toISOString().slice(0, 10)
    // It is written in the background.
    await until(async () => (await ndjson(admin, `client=conf&user=${ALICE.sub}`))[0]?.last_used === today)
  })

  it('an app names who may enter, by which role, and when they last did', async () => {
    expect((await admin.open('/clients/conf/scopes')).answer.text).toContain('href="/admin/clients/conf/review"')
    const { answer } = await admin.open('/clients/conf/review')
    const rows = rowsOn(answer.text)
    expect(rows).toHaveLength(2)
    expect(rows.find((row) => row.includes('Alice Doe'))).toMatch(/editor \| \w+ \d+ \| 1 \| $/)
    expect(rows.find((row) => row.includes('gone'))).toMatch(/auditor \| – \| 0 \| Suspended$/)
    expect(textIn(answer.text)).toContain('editor and auditor')
  })

  it('an app that is open to all lists all users', async () => {
    const { answer } = await admin.open('/clients/conf2/review')
    expect(rowsOn(answer.text)).toHaveLength(3 + PANEL_ACCOUNTS.length)
    expect(answer.text).toContain('All users')
  })

  it('a user’s page names what they may open and what they hold', async () => {
    expect((await admin.open(`/users/${ALICE.sub}`)).answer.text).toContain(`href="/admin/users/${ALICE.sub}/access"`)
    const rows = rowsOn((await admin.open(`/users/${ALICE.sub}/access`)).answer.text)
    expect(rows).toHaveLength(3)
    expect(rows.find((row) => row.startsWith('Finance'))).toMatch(/editor \| .+ \| 1 \| openid profile \| $/)
    expect(rowsOn((await admin.open(`/users/${BOB.sub}/access`)).answer.text)).toHaveLength(2)
  })

  it('reports nothing about the service’s own apps, which have another rule', async () => {
    expect((await admin.open('/clients/sso-admin/review')).answer.status).toBe(404)
    expect((await admin.open('/review/export?client=sso-admin')).answer.status).toBe(404)
    expect((await admin.open('/clients/sso-admin/scopes')).answer.text).not.toContain('/review')
  })

  it('as NDJSON and CSV it is whole, and narrowed by app or user', async () => {
    const all = await ndjson(admin)
    expect(new Set(all.map(({ client_id }) => client_id))).toEqual(new Set(['conf', 'conf2', 'trusted']))
    expect(all).toContainEqual({
      client_id: 'conf',
      client_name: 'Finance',
      sub: ALICE.sub,
      username: 'alice',
      name: ALICE.name,
      email: ALICE.email,
      suspended: false,
      may_enter: true,
      by: 'editor',
      last_used: today,
      sessions: 1,
      scopes: ['openid', 'profile'],
    })
    const conf = await ndjson(admin, 'client=conf')
    expect(conf.map(({ sub, by }) => `${sub} ${by}`).toSorted()).toEqual([`${ALICE.sub} editor`, 'u-gone auditor'])
    expect((await ndjson(admin, `user=${BOB.sub}`)).map(({ client_id }) => client_id)).toEqual(['conf2', 'trusted'])
    const { answer } = await admin.open('/review/export?format=csv')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="access-review.csv"')
    const lines = answer.text.split('\r\n')
    expect(lines[0]).toBe(
      '\uFEFF"client_id","client_name","sub","username","name","email","suspended","may_enter","by","last_used","sessions","scopes"',
    )
    expect(lines.filter((line) => line !== '')).toHaveLength(all.length + 1)
    // A spreadsheet would take it for a formula.
    expect(answer.text).toContain('"\'=cmd()"')
    for (const path of words`
      /review/export?client=unknown /review/export?user=missing /clients/missing/review /users/unknown/access
    `)
      expect([path, (await admin.open(path)).answer.status]).toEqual([path, 404])
  })

  it('users who have lost access are listed until they hold nothing', async () => {
    await giveRoles(idp, ALICE.sub, 'reader')
    expect(await ndjson(admin, `client=conf&user=${ALICE.sub}`)).toMatchObject([
      { may_enter: false, by: 'none', scopes: ['openid', 'profile'] },
    ])
    expect(textIn((await admin.open(`/users/${ALICE.sub}/access`)).answer.text)).toContain('No longer')
    await giveRoles(idp, ALICE.sub, ...ALICE.roles)
  })

  it('the day moves on with the next use, and the user’s removal leaves nothing', async () => {
    const { accounts } = idp.portico
    const { sub, ...login } = await readyUser(idp, 'kim')
    const kim = idp.user(login)
    const first = await kim.signIn(idp.party(TRUSTED), { scope: 'openid offline_access' })
    await until(async () => (await ndjson(admin, `client=trusted&user=${sub}`))[0]?.last_used === today)
    idp.clock.forward(2 * DAY_SECONDS)
    const later = new Date(idp.clock.now()).toISOString().slice(0, 10)
    admin = await enterPanel(idp)
    await idp.party(TRUSTED).refresh(first.refresh_token)
    await until(async () => (await ndjson(admin, `client=trusted&user=${sub}`))[0]?.last_used === later)
    // The engine goes by the clock of the machine, and a removal needs a recent sign-in.
    idp.clock.forward(-2 * DAY_SECONDS)
    admin = await enterPanel(idp)
    await admin.send(await admin.open(`/users/${sub}/remove`), '/remove', { confirm: 'kim' })
    expect(await accounts?.account(sub)).toBeUndefined()
    expect(await storage.documents.read('app-use', sub)).toBeUndefined()
  })

  it('a page costs the same however many users and apps there are', async () => {
    const cost = async (path: string): Promise<number> =>
      (await readsOf(reads, async () => expect((await admin.open(path)).answer.status).toBe(200))).calls
    for (let index = 0; index < 60; index += 1) await idp.portico.accounts?.invite(`x-${index}`, { roles: ['auditor'] })
    const { answer } = await admin.open('/clients/conf/review')
    expect(rowsOn(answer.text)).toHaveLength(25)
    const next = /href="\/admin(\/clients\/conf\/review\?cursor=[^"]+)"/.exec(answer.text)?.[1] ?? ''
    expect(rowsOn((await admin.open(next)).answer.text)).toHaveLength(25)
    // Of each user on the page: the days of use, what was allowed, and the list of sessions.
    expect(await cost('/clients/conf/review')).toBeLessThanOrEqual(15 + 25 * 3)
    expect(await cost(`/users/${BOB.sub}/access`)).toBeLessThanOrEqual(15)
    expect(await ndjson(admin, 'client=conf')).toHaveLength(62)
  })
})

describe('of a host’s directory', () => {
  const admins = PANEL_ACCOUNTS.map(({ sub, username, roles }): User => ({ sub, preferred_username: username, roles }))
  const people: readonly User[] = [
    ...admins,
    ...Array.from(
      { length: 40 },
      (_, index): User => ({ sub: `h-${String(index).padStart(2, '0')}`, roles: index % 2 === 0 ? ['editor'] : [] }),
    ),
  ]
  const find = (sub: string): User | undefined => people.find((one) => one.sub === sub)
  const authenticate = ({ username }: { username: string }): User | undefined =>
    people.find((one) => one.preferred_username === username)
  const start = async (more: object): Promise<PanelVisitor> => {
    const accounts = { find, authenticate, ...more }
    return enterPanel(await runningIdp({ clients: [LIMITED, CONF2], accounts }))
  }

  it('that lists its users: page by page, with one call for a page', async () => {
    const asked: unknown[] = []
    const admin = await start({
      list: ({ after, limit }: { after?: string; limit: number }) => {
        asked.push(limit)
        const from = Number(after ?? 0)
        return {
          users: people.slice(from, from + limit),
          ...(from + limit < people.length ? { next: String(from + limit) } : {}),
        }
      },
    })
    const { answer } = await admin.open('/clients/conf/review')
    expect(rowsOn(answer.text).every((row) => row.includes('| editor |'))).toBe(true)
    expect(asked).toEqual([25])
    expect(await ndjson(admin, 'client=conf')).toHaveLength(20)
    expect(rowsOn((await admin.open('/users/h-00/access')).answer.text)).toHaveLength(2)
    expect(rowsOn((await admin.open('/users/h-01/access')).answer.text)).toHaveLength(1)
  })

  it('that only searches: the panel reports the list as unknown, and each user’s page shows what it can', async () => {
    const admin = await start({ search: () => ({ users: [] }) })
    const { answer } = await admin.open('/clients/conf/review')
    expect(textIn(answer.text)).toContain('Your directory doesn’t list its users')
    expect((await admin.open('/review/export?client=conf')).answer.status).toBe(404)
    expect((await ndjson(admin, 'user=h-00')).map(({ client_id }) => client_id)).toEqual(['conf', 'conf2'])
  })
})
