/** `npm run seed`: what it makes, as the service itself reads it, and that it makes the same again. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { signInLockouts } from '../../lib/domain/accounts/sign-in-lockouts.ts'
import type { AuditEntry } from '../../lib/domain/audit/audit-trail.ts'
import { readDocument } from '../../lib/domain/documents.ts'
import { clientHealth, silentSince } from '../../lib/domain/metrics/client-health.ts'
import type { ClientUse } from '../../lib/domain/metrics/client-use-record.ts'
import { createPortico } from '../../lib/index.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { newFolder } from '../support/new-folder.ts'
import { seededFolder } from '../support/seeded-folder.ts'
import { words } from '../support/words.ts'
import { seedCompany } from './company.ts'
import { PASSWORD, personNamed } from './people.ts'
import { planned } from './plan.ts'
import { ADMINISTRATOR } from './set-up.ts'

const DAY_MS = 86_400_000
/** A Thursday morning, and the first minute of a Sunday: there is something to see at any time. */
const THURSDAY = Date.parse('2026-11-12T10:40:00Z')

/** No test changes it. */
async function seedAt(at: number) {
  const { options } = await seededFolder(() => at)
  const portico = stoppedAtEnd(await createPortico({ ...options, baseUrl: 'http://localhost:3000' }))
  const entries: AuditEntry[] = []
  for await (const entry of portico.audit.all()) entries.push(entry)
  return { at, portico, entries }
}

const SEEDED = [await seedAt(THURSDAY), await seedAt(Date.parse('2026-11-15T00:01:00Z'))]

describe.each(SEEDED)('a store that was seeded at $at', ({ at, portico, entries }) => {
  const of = (event: string): readonly AuditEntry[] => entries.filter((entry) => entry.event === event)

  it('has 42 clients and 300 users, of whom some administer and some have a second step', async () => {
    const { clients } = await portico.clients.list(undefined, 100)
    expect(clients.filter(({ source }) => source === 'administrator')).toHaveLength(42)
    expect(new Set(clients.map(({ type }) => type))).toEqual(new Set(['public', 'confidential']))
    const page = await portico.accounts?.list(undefined, 500)
    expect(page?.total).toBe(300)
    const roles = page?.accounts.flatMap(({ person }) => person.roles ?? []) ?? []
    expect(roles.filter((role) => role === 'sso:admin').length).toBeGreaterThanOrEqual(3)
    expect(page?.accounts.filter(({ status }) => status === 'suspended')).toHaveLength(1)
    const { total } = await portico.storage.documents.list('factors', undefined, 1)
    expect(total).toBeGreaterThan(80)
  })

  it('lets its administrator in', async () => {
    const { username } = ADMINISTRATOR
    expect((await portico.accounts?.authenticate({ username, password: PASSWORD }))?.roles).toContain('sso:admin')
  })

  it('has sixteen days of activity, with an intact chain', async () => {
    expect(of('sign-in.succeeded').length).toBeGreaterThan(900)
    const days = new Set(of('sign-in.succeeded').map((entry) => Math.floor(entry.at / DAY_MS)))
    expect(days.size).toBeGreaterThanOrEqual(15)
    expect(entries.every((entry) => entry.at <= at && entry.at >= at - 17 * DAY_MS)).toBe(true)
    expect(new Set(of('sign-in.failed').map(({ details }) => details?.reason))).toEqual(
      new Set(['wrong_password', 'unknown_name', 'second_step']),
    )
    for (const event of words`logout.session client.changed account.suspended key.rotation-asked consent.given`)
      expect(of(event).length).toBeGreaterThan(0)
    expect((await portico.audit.verify()).outcome).toBe('intact')
  })

  it('has a client that is broken since hours, one that went silent, and others that work', async () => {
    const useOf = async (id: string) =>
      (await readDocument<ClientUse>(portico.storage.documents, 'client-use', id)) ?? { days: {} }
    const broken = clientHealth(await useOf('crm'), at)
    expect(broken.failing).toMatchObject({ ref: 'redirect_uri_mismatch', count: 34 })
    expect(silentSince(await useOf('supplier-portal'), at)).toBeDefined()
    for (const id of ['wiki', 'mail', 'git', 'grafana'])
      expect(clientHealth(await useOf(id), at).failing).toBeUndefined()
    expect(of('request.refused').filter(({ client }) => client === 'crm')).toHaveLength(34)
  })

  it('has live sessions, and logout deliveries of every outcome', async () => {
    const subjects = await portico.storage.sessions.subjects(undefined, 1_000)
    const live = await Promise.all(subjects.map((subject) => portico.sessions.list(subject)))
    expect(live.flat().length).toBeGreaterThanOrEqual(20)
    expect(live.filter((sessions) => sessions.length > 1).length).toBeGreaterThan(0)
    const states = await Promise.all(
      (['delivered', 'failed'] as const).map((state) => portico.deliveries.list({ limit: 500, state })),
    )
    for (const { entries: found } of states) expect(found.length).toBeGreaterThan(3)
  })

  it('has a user who cannot sign in, because of a hundred wrong passwords', async () => {
    const { sub } = personNamed('Ines', 'Duarte')
    const tries = [...of('sign-in.failed'), ...of('sign-in.throttled')].filter(({ user }) => user === sub)
    expect(tries.reduce((sum, { count = 1 }) => sum + count, 0)).toBe(110)
    expect(new Set(tries.map(({ details }) => details?.reason))).toEqual(new Set(['wrong_password', 'throttled']))
    const until = (await signInLockouts(portico.storage, () => at).lockout(sub))?.until
    expect((until ?? 0) - at).toBeGreaterThan(5 * 60_000)
  })
})

it('is made the same again, but for secrets', async () => {
  const again = await seedAt(THURSDAY)
  const lines = [SEEDED[0] as typeof again, again].map(({ entries }) =>
    entries.map(({ event, at, client, requestId }) => [event, at, client, requestId].join(' ')),
  )
  expect(lines[0]?.length).toBeGreaterThan(5_000)
  expect(lines[0]?.filter((line, index) => line !== lines[1]?.[index])).toEqual([])
})

it('weekends and nights have less of it than the mornings of workdays', () => {
  const acts = planned(THURSDAY, new Map()).filter(({ what }) => what.kind === 'sign-in')
  const inHour = (hour: number): number => acts.filter(({ at }) => new Date(at).getUTCHours() === hour).length
  expect(inHour(8)).toBeGreaterThan(5 * inHour(2))
  const onDay = (day: number): number => acts.filter(({ at }) => new Date(at).getUTCDay() === day).length
  expect(onDay(2)).toBeGreaterThan(5 * onDay(6))
})

describe('the command', () => {
  const parent = newFolder()
  const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}): ReturnType<typeof spawnSync> =>
    spawnSync(process.execPath, ['dist/test/seed/main.js', ...args], {
      encoding: 'utf8',
      env: { ...process.env, ...env },
    })

  it('creates a store, and prints how to look at it', () => {
    const folder = join(parent, 'fresh')
    const { status, stdout } = run([folder])
    expect({ status }).toEqual({ status: 0 })
    for (const said of [`PORTICO_DATA=${folder} npm start`, ADMINISTRATOR.username, PASSWORD, '42 clients, 300 users'])
      expect(stdout).toContain(said)
    // Existing content stays as it is.
    const second = run([folder])
    expect([second.status, second.stderr]).toEqual([1, expect.stringContaining(`${folder} is not empty`)])
  })

  it('creates it for the port and the URL that the service will have', async () => {
    const folder = join(parent, 'other')
    const { status, stdout } = run([folder], { PORT: '4900' })
    expect({ status }).toEqual({ status: 0 })
    expect(stdout).toContain(`PORT=4900 PORTICO_DATA=${folder} npm start`)
    expect(stdout).toContain('http://localhost:4900/admin')
    const { documents, open, close } = embeddedStorage({ file: join(folder, 'portico.sqlite') })
    await open()
    expect(await documents.read('service', 'issuer')).toContain('http://localhost:4900')
    await close()
    const wrong = run([join(parent, 'none')], { BASE_URL: 'http://sso.example.com' })
    expect([wrong.status, wrong.stderr]).toEqual([1, expect.stringContaining('BASE_URL')])
  })

  it('refuses a folder with anything in it, and no folder at all', async () => {
    writeFileSync(join(parent, 'something'), '')
    await expect(seedCompany(parent, 'http://localhost:3000', Date.now())).rejects.toThrow('is not empty')
    expect([run([]).status, run([]).stderr]).toEqual([2, expect.stringContaining('usage')])
  })
})
