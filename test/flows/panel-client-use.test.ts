/**
 * The use of a client in the panel: its overview, its holders, the users that an operation affects, and trying it out
 * on a user.
 */
import { mock } from 'node:test'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { clientUses } from '../../lib/domain/metrics/client-use.ts'
import type { RequestContext } from '../../lib/web/request/request-context.ts'
import type { Page } from '../support/browser.ts'
import { movableClock } from '../support/clock.ts'
import { ALICE, BOB } from '../support/fixtures.ts'
import { flashOn, formTo, textIn } from '../support/panel-visitor.ts'
import { registeredParty } from '../support/registered-party.ts'
import { claimsOf, type RelyingParty } from '../support/relying-party.ts'
import { runningPanel } from '../support/running.ts'
import { until } from '../support/until.ts'
import { watchedStorage } from '../support/watched-storage.ts'
import { words } from '../support/words.ts'

const { idp, admin } = await runningPanel({
  clients: [],
  access: { canSignIn: ({ sub }, { clientId }) => sub !== BOB.sub || clientId !== 'closed' },
})

const registered = (id: string, more: Readonly<Record<string, string>> = {}): Promise<RelyingParty> =>
  registeredParty(idp, admin, id, more)
const opened = async (path: string): Promise<string> => textIn((await admin.open(path)).answer.text)
/** `Done` or `Not seen yet`, step by step. */
const stepsOf = ({ answer }: Page): readonly string[] =>
  [...answer.text.matchAll(/<span class="sso-hidden">(Done|Not seen yet)<\/span>/g)].map(([, state = '']) => state)
const claimsOn = ({ answer }: Page, id: string): unknown => {
  const block = new RegExp(`aria-labelledby="${id}".*?<pre[^>]*>(.*?)</pre>`, 's').exec(answer.text)?.[1] ?? ''
  return JSON.parse(textIn(block))
}

describe('the overview of a client', () => {
  it('ticks each step of the integration when it happens, and none before', async () => {
    const party = await registered('ticked', { backchannel_logout_uri: 'https://ticked.example/backchannel' })
    const steps = async (): Promise<readonly string[]> => stepsOf(await admin.open('/clients/ticked/overview'))
    const [open, done] = ['Not seen yet', 'Done']
    expect(await steps()).toEqual([open, open, open, open])
    // Refused: the reason is in Activity, and nothing is ticked.
    await idp.send(party.request({ redirect_uri: 'https://ticked.example/other' }).address)
    expect(await steps()).toEqual([open, open, open, open])
    const alice = idp.user()
    const grant = await alice.authorize(party)
    expect(await steps()).toEqual([done, open, open, open])
    expect((await party.exchange(grant, { code_verifier: 'x'.repeat(43) })).status).toBe(400)
    expect(await steps()).toEqual([done, open, open, open])
    const tokens = await alice.signIn(party)
    expect(await steps()).toEqual([done, done, open, open])
    await party.userinfo(tokens.access_token)
    expect(await steps()).toEqual([done, done, done, open])
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    await idp.send('/connect/register-session', { body: {}, headers })
    expect(await steps()).toEqual([done, done, done, done])
  })

  it('counts sign-ins by day, and shows who is signed in now, when it refreshed and when its secret was used', async () => {
    const party = await registered('counted')
    expect(await opened('/clients/counted/overview')).toContain('No sign-ins in the last 30 days')
    const alice = idp.user()
    const { refresh_token: token } = await alice.signIn(party, { scope: 'openid offline_access' })
    await alice.signIn(party)
    await idp.user(BOB).signIn(party)
    await party.refresh(token)
    const text = await opened('/clients/counted/overview')
    expect(text).toContain('Completed in the last 30 days: 3 sign-ins.')
    expect(text).toContain('2 users, 2 sessions')
    for (const term of ['Last sign-in', 'Last refresh', 'Secret last used'])
      expect(text).toMatch(new RegExp(`${term}(?:now|\\d+ (?:second|minute)s? ago)`))
  })

  it('shows how far sign-ins get, and since when the app is broken, and why', async () => {
    const party = await registered('ailing')
    await idp.user().signIn(party)
    expect(await opened('/clients/ailing/overview')).toContain('100% of 1 sign-in succeeded in the last 7 days.')
    const { address } = party.request({ redirect_uri: 'https://ailing.example/other' })
    for (let tries = 0; tries < 6; tries += 1) await idp.send(address)
    const text = await opened('/clients/ailing/overview')
    expect(text).toMatch(/Failing since .*The return address is not registered \(6 requests\)\. Why/)
    expect(text).toMatch(/Sent here7 100%Saw the sign-in page1.*Returned with a code1 14%Got tokens1 14%/)
    await until(async () => {
      const listed = (await opened('/clients/ailing/overview')).match(/The return address is not registered/g)
      return listed?.length === 1 + 5
    })
    const list = (await admin.open('/clients?q=ailing')).answer.text
    expect(list).toContain('sso-sparkline-failing')
    expect(textIn(list)).toContain('14%')
  })

  it('gives the addresses that the discovery document gives', async () => {
    await registered('addressed')
    const { text } = (await admin.open('/clients/addressed/configuration')).answer
    const discovery = (await idp.send('/.well-known/openid-configuration')).json() as Record<string, string>
    for (const name of words`issuer authorization_endpoint token_endpoint userinfo_endpoint end_session_endpoint`)
      expect(text).toContain(discovery[name])
  })

  it('is what a client is opened with', async () => {
    await registered('opened')
    const first = await admin.browser.go('/admin/clients/opened')
    expect([first.status, first.headers.location]).toEqual([303, '/admin/clients/opened/overview'])
  })
})

it('removing a scope shows how many sessions hold it, before and after; their refresh is then refused', async () => {
  const party = await registered('held')
  const { refresh_token: token } = await idp.user().signIn(party, { scope: 'openid email offline_access' })
  await idp.user(BOB).signIn(party, { scope: 'openid profile' })
  const page = await admin.open('/clients/held/scopes')
  const text = textIn(page.answer.text)
  expect(text).toMatch(/Releases email and email_verified · 1 active session holds it/)
  const form = formTo(page, '/scopes')
  const { scope_email: _email, ...fields } = form.fields
  const saved = await admin.browser.submit(page, {}, { ...form, fields })
  expect(flashOn(saved)).toContain('1 active session holds email. The next refresh will fail with invalid_scope')
  expect((await idp.portico.clients.find('held'))?.scopes).toEqual(['openid', 'profile', 'offline_access'])
  expect((await party.refresh(token)).json()).toMatchObject({ error: 'invalid_scope', error_ref: 'scope_denied' })
})

it('a second sign-in in the same session that asks for more is counted as holding more, and not twice', async () => {
  const party = await registered('more')
  const alice = idp.user()
  await alice.signIn(party, { scope: 'openid' })
  expect(await opened('/clients/more/scopes')).not.toContain('active session holds it')
  await alice.signIn(party, { scope: 'openid email' })
  await alice.signIn(party, { scope: 'openid' })
  expect(await opened('/clients/more/scopes')).toContain('1 active session holds it')
  expect(await opened('/clients/more/security')).toContain('openid email')
})

describe('testing a user', () => {
  it('shows the very claims that a sign-in then gives', async () => {
    const party = await registered('tried', { scope_roles: 'on' })
    const shown = await admin.open(`/clients/tried/test-user?user=${ALICE.username}`)
    expect(flashOn(shown)).toBe('Alice Doe can access The tried, because all users can.')
    const tokens = await idp.user().signIn(party, { scope: 'openid profile email roles' })
    expect(claimsOn(shown, 'userinfo')).toEqual((await party.userinfo(tokens.access_token)).json())
    const [idToken, real] = [claimsOn(shown, 'id-token') as Record<string, unknown>, claimsOf(tokens.id_token)]
    expect(Object.keys(idToken).toSorted()).toEqual(Object.keys(real).toSorted())
    for (const name of ['iss', 'sub', 'aud', 'acr', 'amr']) expect(idToken[name]).toEqual(real[name])
    const [access, issued] = [claimsOn(shown, 'access-token') as Record<string, unknown>, claimsOf(tokens.access_token)]
    expect(Object.keys(access).toSorted()).toEqual(Object.keys(issued).toSorted())
    for (const name of ['iss', 'sub', 'aud', 'client_id']) expect(access[name]).toEqual(issued[name])
    const inSessions = (await idp.portico.sessions.list(ALICE.sub)).flatMap(({ clients }) => clients)
    expect(inSessions.filter(({ clientId }) => clientId === 'tried')).toHaveLength(1)
  })

  it('reports that the host’s rule refuses the user, and finds them by subject too', async () => {
    await registered('closed')
    const shown = await admin.open(`/clients/closed/test-user?user=${BOB.sub}`)
    expect(flashOn(shown)).toContain('bob can’t access The closed: the host application’s own rule denies access.')
    expect(claimsOn(shown, 'userinfo')).toMatchObject({ sub: BOB.sub })
  })

  it('of an unknown or suspended user, or of nothing, reports the issue, and shows no claim', async () => {
    await registered('asked')
    for (const [user, words] of [
      ['mallory', 'No active user has this username'],
      ['%3Cb%3Eabsent', 'No active user'],
      ['', 'Enter a username'],
    ]) {
      const page = await admin.open(`/clients/asked/test-user?user=${user}`)
      expect(textIn(page.answer.text)).toContain(words)
      expect(page.answer.text).not.toContain('aria-labelledby="id-token"')
    }
  })
})

describe('before an operation', () => {
  const acts = ['disable', 'decommission', 'rotate-secret', 'revoke-tokens']

  it.each(acts)('%s shows how many users and sessions it affects', async (act) => {
    const party = await registered(`hit-${act}`)
    await idp.user().signIn(party)
    await idp.user().signIn(party)
    const text = await opened(`/clients/hit-${act}/${act}`)
    expect(text).toContain('1 user is signed in (2 devices).')
    if (act === 'rotate-secret') return
    expect(text).toContain('Used 2 times in the last 30 days.')
    expect(text).toContain('Background access without an open session isn’t counted, but it will end too.')
  })

  it('revoking all tokens ends those of every session that the page lists', async () => {
    const party = await registered('emptied')
    const scope = 'openid offline_access'
    const tokens = await Promise.all([ALICE, BOB].map((who) => idp.user(who).signIn(party, { scope })))
    const text = await opened('/clients/emptied/security')
    for (const name of [ALICE.name, BOB.username]) expect(text).toContain(name)
    const done = await admin.send(await admin.open('/clients/emptied/revoke-tokens'), '/revoke-tokens')
    expect(flashOn(done)).toBe('All tokens for The emptied were revoked.')
    for (const { access_token: access, refresh_token: refresh } of tokens) {
      expect((await party.userinfo(access)).status).toBe(401)
      expect((await party.refresh(refresh)).json().error).toBe('invalid_grant')
    }
  })
})

describe('what is noted of use', () => {
  const client = { clientId: 'noted', createdAt: 0, type: 'confidential' }
  const issued = { client, event: 'token.issued', route: { name: 'token' } } as unknown as RequestContext

  it('on two nodes adds up, day by day, for thirty days', async () => {
    const [{ documents }, clock] = [embeddedStorage(), movableClock()]
    const nodes = [clientUses(documents, clock.now), clientUses(documents, clock.now)]
    for (let day = 0; day < 40; day += 1) {
      for (const node of nodes) node.note(issued)
      await Promise.all(nodes.map((node) => node.flush()))
      clock.forward(86_400)
    }
    const { days, signedInAt } = await clientUses(documents, clock.now).read(client)
    const one = { signIns: 2, refreshes: 0, hours: expect.any(Array) }
    expect(Object.values(days)).toEqual(Array.from({ length: 30 }, () => one))
    expect(clock.now() - (signedInAt ?? 0)).toBeLessThan(2 * 86_400_000)
  })

  it('of a client used all the time costs a write a minute, and what a stop leaves is written', async () => {
    let writes = 0
    const { documents } = watchedStorage(embeddedStorage(), ({ method }) => {
      if (method === 'replace') writes += 1
    })
    const clock = movableClock()
    const node = clientUses(documents, clock.now)
    mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
    try {
      for (let second = 1; second <= 124; second += 1) {
        node.note(issued)
        clock.forward(1)
        mock.timers.tick(1_000)
        await new Promise(setImmediate)
        if (second === 12) expect(writes).toBe(1)
      }
    } finally {
      mock.timers.reset()
    }
    expect(writes).toBe(2)
    await node.stop()
    const { days } = await clientUses(documents, clock.now).read(client)
    expect(Object.values(days)).toEqual([{ signIns: 124, refreshes: 0, hours: expect.any(Array) }])
    expect(Object.values(days)[0]?.hours?.reduce((sum, count) => sum + count, 0)).toBe(124)
  })

  it('of an earlier client with the same id does not count', async () => {
    const [{ documents }, clock] = [embeddedStorage(), movableClock()]
    const node = clientUses(documents, clock.now)
    node.note(issued)
    await node.flush()
    clock.forward(2 * 86_400)
    expect(await node.read({ clientId: 'noted', createdAt: clock.now() })).toEqual({ days: {} })
  })
})
