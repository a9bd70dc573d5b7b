/** The panel's list of sessions: by name, in order of last use, and never empty next to a link to more. */
import { expiredSessions } from '../../lib/domain/sessions/expired-sessions.ts'
import { filled } from '../support/filled.ts'
import { ACCOUNTS, ALICE, BOB, TRUSTED } from '../support/fixtures.ts'
import { sharedIdp } from '../support/idp.ts'
import { enterPanel, PANEL_ACCOUNTS, textIn } from '../support/panel-visitor.ts'

const HOUR_MS = 3_600_000

const idp = sharedIdp({ accounts: [...ACCOUNTS, ...PANEL_ACCOUNTS] }, beforeEach)
const admin = filled(beforeEach, () => enterPanel(idp))

const open = async (path: string): Promise<string> => (await admin.open(path)).answer.text
/** Users in the order of the rows. */
const usersOn = (html: string): readonly string[] =>
  [...html.matchAll(/<th scope="row".*?<bdi>([^<]*)<\/bdi>/gs)].map(([, name = '']) => name)

it('names users and apps, and begins with who was here last', async () => {
  const alice = idp.user(ALICE)
  await alice.signIn(idp.party(TRUSTED))
  idp.clock.forward(120)
  const bob = idp.user(BOB)
  await bob.signIn(idp.party(TRUSTED))
  await bob.signIn(idp.party())
  const html = await open('/sessions')
  expect(usersOn(html).slice(0, 2)).toEqual([BOB.username, ALICE.name])
  expect(textIn(html)).toMatch(/trusted.*1 more|conf.*1 more/)
  expect(html).not.toContain('>u-alice<')
})

it.each(['ali', 'ALICE', ALICE.email, 'Doe'])('finds a user by a part of what they are called: %s', async (text) => {
  await idp.user(ALICE).signIn(idp.party(TRUSTED))
  await idp.user(BOB).signIn(idp.party(TRUSTED))
  expect(usersOn(await open(`/sessions?q=${encodeURIComponent(text)}`))).toContain(ALICE.name)
  expect(textIn(await open('/sessions?q=no-such-user'))).toContain('no-such-user is not signed in')
})

it('after a standstill no ended session is shown or counted', async () => {
  await idp.user(ALICE).signIn(idp.party(TRUSTED))
  const { storage } = idp.portico
  // The record expires without any reader.
  const [link] = await storage.sessions.linked(ALICE.sub)
  await storage.sessions.remove(link?.key ?? '')
  expect(await storage.sessions.subjects(undefined, 100)).toContain(ALICE.sub)
  const long = 9 * 86_400_000
  // The turn of the service's own round is over.
  idp.clock.forward(3_600)
  const sweeping = expiredSessions({
    storage,
    ending: { notifyExpired: async () => {} } as never,
    lifetimes: idp.portico.configuration.lifetimes,
    now: () => idp.clock.now() + long,
    logger: { info() {}, warn() {}, error() {} },
  })
  await sweeping.sweep()
  await sweeping.stop()
  expect(await storage.sessions.linked(ALICE.sub)).toEqual([])
  expect(await storage.sessions.subjects(undefined, 100)).not.toContain(ALICE.sub)
})

it('users without a session are passed over: an empty page never leads to another in silence', async () => {
  const { storage } = idp.portico
  for (let number = 0; number < 240; number += 1)
    await storage.sessions.link(`a-${String(number).padStart(3, '0')}`, { uid: 'u', key: 'gone', about: '{}' }, HOUR_MS)
  const html = await open('/sessions?after=a-010')
  const text = textIn(html)
  expect(text).not.toContain('No users are signed in')
  expect(text).toContain('No sessions among the users searched so far')
  expect(html).toContain('href="/admin/sessions?after=a-135"')
})
