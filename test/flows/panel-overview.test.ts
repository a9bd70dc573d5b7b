/** The panel's first page: its numbers are what happened, and it shows what needs attention before damage. */
import { ACCOUNTS, ALICE, BOB } from '../support/fixtures.ts'
import { sharedIdp } from '../support/idp.ts'
import {
  ADMIN,
  enterPanel,
  PANEL_ACCOUNTS,
  type PanelVisitor,
  registerInPanel,
  textIn,
  VIEWER,
} from '../support/panel-visitor.ts'
import { registeredClient } from '../support/registered-client.ts'
import { registeredParty } from '../support/registered-party.ts'
import { until } from '../support/until.ts'

const DAY = 86_400

let admin: PanelVisitor
const idp = sharedIdp({ accounts: [...ACCOUNTS, ...PANEL_ACCOUNTS], clients: [] }, beforeEach)
beforeEach(async () => {
  admin = await enterPanel(idp)
})

/** Moves the clock on, and signs in again. */
async function later(seconds: number): Promise<void> {
  idp.clock.forward(seconds)
  admin = await enterPanel(idp)
}
const overview = async (query = ''): Promise<string> => (await admin.open(`/${query}`)).answer.text
/** The number of a tile. */
const tile = (page: string, label: string): string | undefined =>
  new RegExp(`>${label}</span><span class="sso-stat-line"><span class="sso-stat-value">([^<]*)<`).exec(page)?.[1]
/** After a minute all clients and users have been counted again. */
const counted = async (): Promise<string> => {
  idp.clock.forward(61)
  return overview()
}
/** What can wait: how many, and where the list of them is. */
const toDo = (page: string): readonly string[] =>
  [...page.matchAll(/href="\/admin(\/clients\?attention=[^"]*)">(.*?)<\/a>/g)].map(
    ([, path, text = '']) => `${path} ${text}`,
  )

const party = (id: string, more: Readonly<Record<string, string>> = {}) => registeredParty(idp, admin, id, more)

it('counts today’s sign-ins and those of a week ago until the same hour, and the signed-in users', async () => {
  // Next week must be the same hour but one of its day: in the last one before midnight the test begins tomorrow.
  if (new Date(idp.clock.now()).getUTCHours() === 23) {
    await later(3_600)
  }
  const busy = await party('busy')
  for (const who of [ALICE, BOB]) {
    const one = idp.user(who)
    await one.signIn(busy)
    await one.signIn(busy)
  }
  const page = await overview()
  // The administrator's own sign-in counts like every other.
  expect(tile(page, 'Sign-ins today')).toBe('3')
  expect(tile(page, 'Failed sign-ins today')).toBe('0')
  expect(tile(page, 'Users signed in now')).toBe('3')
  expect(tile(page, 'Failed sign-out notices')).toBe('0')
  expect(page).toContain('href="/admin/activity?group=sign-in&amp;result=ok&amp;period=today"')
  expect(page).toContain('Show as table')
  expect(textIn(page)).toContain('None last week at this time')
  await later(7 * DAY + 3_600)
  expect(textIn(await overview())).toContain('67% fewer than last week at this time')
})

it('names the broken app, since when and why, and links to its fix', async () => {
  const [broken, fine] = [await party('broken'), await party('fine')]
  await idp.user().signIn(fine)
  const { address } = broken.request({ redirect_uri: 'https://broken.example/other' })
  for (let tries = 0; tries < 5; tries += 1) await idp.send(address)
  let page = await counted()
  // Refusals reach the trail after their answer.
  await until(async () => {
    page = await overview()
    return page.includes('/admin/explain/') && page.includes('from_request')
  })
  const incident = /<div class="sso-incident">.*?<\/div>/s.exec(page)?.[0] ?? ''
  expect(textIn(incident)).toMatch(
    /Users can’t sign in to The broken\. 5 requests refused since .*: The return address is not registered\.FixWhy/,
  )
  const [, fix = ''] = /href="\/admin(\/clients\/broken\/settings\?from_request=[^"]+)"/.exec(incident) ?? []
  expect((await admin.open(fix)).answer.text).toContain('https://broken.example/other')
  const viewer = await enterPanel(idp, VIEWER)
  expect((await viewer.open('/')).answer.text).toContain('href="/admin/clients/broken/settings"')
  expect(incident).toMatch(/href="\/admin\/explain\/[^"]+"/)
  expect(textIn(page)).toContain('1 app is broken')
  const apps = /aria-labelledby="apps".*?<\/section>/s.exec(page)?.[0] ?? ''
  expect(textIn(apps)).toMatch(/The broken50%The return address is not registered \(5\).*The fine1100%–/)
  // Fixed: what comes through again is no incident, though the refusals are not forgotten.
  for (let times = 0; times < 6; times += 1) await idp.user().signIn(broken)
  const after = await counted()
  expect([after.includes('sso-incident'), after.includes('is broken')]).toEqual([false, false])
})

it('reports that an app that was used every day is unused', async () => {
  const daily = await party('daily')
  for (let day = 0; day < 16; day += 1) {
    idp.clock.forward(DAY)
    await idp.user().signIn(daily)
  }
  await later(5 * DAY)
  const page = await counted()
  expect(textIn(page)).toMatch(
    /Sign-ins to The daily have stopped\. There used to be sign-ins every workday\. The last one was on \w+/,
  )
  expect(page).toContain('href="/admin/clients/daily/overview"')
})

it('is empty when there is nothing to report', async () => {
  await party('fresh')
  const page = await counted()
  expect([toDo(page), textIn(page).includes('Nothing needs attention.')]).toEqual([[], true])
})

it('counts secrets that were never used or are old, and http that has stayed, each leading to the list of them', async () => {
  const used = await party('used')
  await party('unused')
  await party('local', { redirect_uris: 'http://localhost:4000/cb', post_logout_redirect_uris: '' })
  await party('spa', { client_type: 'public' })
  await registerInPanel(admin, 'gated', { client_type: 'gate', redirect_uris: '', gate_url: 'https://gated.example' })
  await used.introspect('x')
  await later(8 * DAY)
  expect(toDo(await counted())).toEqual(['/clients?attention=secret-unused 2 apps have never used their secrets'])
  const list = textIn((await admin.open('/clients?attention=secret-unused')).answer.text)
  expect(list).toMatch(/2 apps have never used their secrets.*Clear filters.*The local.*The unused/)
  expect(list).not.toContain('The spa')
  await later(90 * DAY)
  expect(toDo(await counted())).toContain('/clients?attention=http-for-long 1 app is still in development')
  await later(300 * DAY)
  expect(toDo(await counted())).toContain('/clients?attention=secret-old 1 app with an old secret')
  await admin.send(await admin.open('/clients/used/rotate-secret'), '/rotate-secret')
  expect((await counted()).includes('attention=secret-old')).toBe(false)
})

it('a reason can be put aside for ninety days, under a name; it is audited, and comes back', async () => {
  await party('unused')
  await later(8 * DAY)
  await counted()
  await admin.send(await admin.open('/'), '/attention')
  const aside = await overview()
  expect(textIn(aside)).toMatch(/Nothing needs attention\..*1 dismissed.*Dismissed by Ada Admin; will be shown again/)
  const { entries } = await idp.portico.audit.list({}, undefined, 50)
  expect(entries.find(({ event }) => event === 'attention.dismissed')).toMatchObject({
    actor: ADMIN.sub,
    changes: { reason: [null, 'secret-unused'] },
  })
  await admin.send(await admin.open('/'), '/attention')
  expect(textIn(await overview())).not.toContain('dismissed')
  await admin.send(await admin.open('/'), '/attention')
  await later(91 * DAY)
  expect(textIn(await counted())).not.toContain('1 dismissed')
})

it('counts users with a second step, and a viewer can put nothing aside', async () => {
  await party('unused')
  idp.clock.forward(8 * DAY)
  admin = await enterPanel(idp, VIEWER)
  const page = await counted()
  expect(textIn(page)).toMatch(/Used by 0 of \d+ users/)
  expect(page).not.toContain('action="/admin/attention"')
})

it('counts the users that a rule would stop, as the plan does', async () => {
  await idp.user(ALICE).signIn(await party('entered'))
  expect(textIn(await counted())).not.toContain('must still set it up')
  const strict = await registeredClient(idp)
  await strict.requireSecondFactor(true)
  const until = new Date(idp.clock.now()).toISOString().slice(0, 10)
  await admin.send(await admin.open(`/users/${BOB.sub}/factors`), '/grace', { until })
  // Alice and the three users of the panel; Bob has a grace, and Mallory is suspended.
  expect(await counted()).toContain('href="/admin/two-step-verification">4 users must still set it up')
  expect(textIn((await admin.open('/two-step-verification')).answer.text)).toContain('Must set it up4')
})
