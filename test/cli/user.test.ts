/** `portico user …`: users of the embedded directory, next to a service on the same store. */
import { signInLockouts } from '../../lib/domain/accounts/sign-in-lockouts.ts'
import { hit } from '../../lib/domain/limits/attempts.ts'
import { BUDGETS } from '../../policies/budgets.ts'
import { FAILURES_BEFORE_LOCKOUT } from '../../policies/sign-in-throttle.ts'
import { person } from '../support/actors.ts'
import { openBrowser, type Page, titleOf } from '../support/browser.ts'
import { expectInactive } from '../support/expect.ts'
import { ALICE, CONF } from '../support/fixtures.ts'
import type { Idp } from '../support/idp.ts'
import { relyingParty } from '../support/relying-party.ts'
import { attempt, doorOf } from '../support/sign-in-door.ts'
import { startClientWorld } from './client-world.ts'
import { ends, type Line, type Printed, portico, wordsOf } from './portico.ts'

const world = await startClientWorld('an embedded file')

const idp: Idp = world.idp

const user = (line: Line, answer?: string): Promise<Printed> =>
  portico(['user', ...(typeof line === 'string' ? wordsOf(line) : line)], world.env, answer)

const ONE_TIME = /^[a-z2-9]{4}(?:-[a-z2-9]{4}){3}$/

/** A user who has chosen a password. */
async function addUser(
  username: string,
): Promise<{ readonly username: string; readonly password: string; readonly sub: string }> {
  const { out } = await user(['create', username, '--json'])
  const { sub } = JSON.parse(out) as { readonly sub: string }
  await idp.portico.accounts?.changePassword(sub, 'chosen by themselves')
  return { username, password: 'chosen by themselves', sub }
}

describe('portico user create', () => {
  it('prints a one-time password alone, with which the user gets as far as choosing another', async () => {
    const { code, out, err } = await user(
      'create carol --name Carol --email carol@example.com --role editor --role sso:viewer',
    )
    expect([code, out]).toEqual([0, expect.stringMatching(ONE_TIME)])
    expect(err).toContain('shown only once')
    const carol = person(idp, { username: 'carol', password: out })
    const page = await carol.browser.submit((await carol.open(relyingParty(idp, CONF))) as Page, {
      username: 'carol',
      password: out,
    })
    expect(titleOf(page.answer.text)).toContain('Choose a new password')
    const { out: printed } = await user('show carol')
    expect(JSON.parse(printed)).toMatchObject({
      username: 'carol',
      name: 'Carol',
      email: 'carol@example.com',
      roles: ['editor', 'sso:viewer'],
      status: 'active',
      mustChangePassword: true,
    })
  })

  it('shows no hash, neither with show nor with list, and the list has all users', async () => {
    const shown = (await user('show carol')).out + (await user('list --json')).out
    expect(shown).not.toMatch(/argon2|passwordHash/)
    const list = JSON.parse((await user('list --json')).out) as readonly { readonly username: string }[]
    expect(list.map(({ username }) => username)).toEqual(expect.arrayContaining(['carol', ALICE.username]))
    expect((await user('list')).out).toMatch(/^carol +active +administrator +\S+ +editor sso:viewer$/m)
  })

  it.each([
    ['a taken username, however it is spelt', ['create', 'CAROL'], 'already in use'],
    ['one with a space at its end', ['create', 'dora '], 'a username cannot contain'],
  ])('refuses %s (1)', async (_name, line, words) => {
    const { code, out, err } = await user(line)
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain(words)
  })

  it.each([[['create']], [['create', 'a', 'b']], [['show']], [['add-role', 'carol']], [['create', 'x', '--nonsense']]])(
    '%j is used wrongly (2)',
    async (line) => {
      const { code, out, err } = await user(line)
      expect([code, out]).toEqual([2, ''])
      expect(err).toContain('portico user')
    },
  )
})

describe('portico user unlock', () => {
  const { accountAndAddress, address } = BUDGETS.signIn
  const tried = async (username: string, password = 'guess', from = '127.0.0.2'): Promise<number> =>
    (await attempt(await doorOf(idp, openBrowser(idp, { from })), username, password)).status
  const fail = async (username: string, times: number): Promise<void> => {
    for (let count = 0; count < times; count += 1) await tried(username)
  }
  const shown = async (name: string) => JSON.parse((await user(`show ${name} --json`)).out)

  it('shows until when ten wrong passwords pause a user, and lifts the pause, by username or email address', async () => {
    const paula = await addUser('paula')
    await user('update paula --email Paula@Example.com --email-verified yes')
    for (const [typed, name] of [
      ['PAULA', 'paula'],
      ['paula@example.com', 'paula@EXAMPLE.com'],
    ] as const) {
      await fail(typed, accountAndAddress.limit)
      expect(await tried(typed, paula.password)).toBe(429)
      const { pauses } = await shown(name)
      expect(pauses).toMatchObject([{ kind: 'password', count: accountAndAddress.limit, windowSeconds: 900 }])
      expect(Date.parse(pauses[0].until)).toBeGreaterThan(idp.clock.now())
      expect(await user(['unlock', name])).toMatchObject(ends(0, 'sign-in of paula is no longer paused'))
      expect(await shown(name)).not.toHaveProperty('pauses')
      expect(await tried(typed, paula.password)).toBe(303)
    }
    expect(await user('unlock paula')).toMatchObject(ends(0, 'not paused'))
    expect(await user('unlock unknown')).toMatchObject(ends(1, 'account not found'))
    const { entries } = await idp.portico.audit.list({ user: paula.sub, group: 'account' }, undefined, 50)
    const unlocks = entries.filter(({ event }) => event === 'account.unlocked')
    expect(unlocks.map(({ actor }) => actor)).toEqual(['command line', 'command line'])
  })

  it('lifts the pause of a name that was tried before the account existed, and of a suspended user', async () => {
    await fail('later', accountAndAddress.limit)
    const later = await addUser('later')
    expect(await tried('later', later.password)).toBe(429)
    await user('update later --email later@example.com')
    await user('suspend later --yes')
    expect(await user('sign-out later@example.com --yes')).toMatchObject(ends(1, 'not found'))
    expect(await shown('later@example.com')).toMatchObject({ status: 'suspended', pauses: [{ kind: 'password' }] })
    expect((await user('unlock later@example.com')).code).toBe(0)
    await user('reactivate later')
    expect(await tried('later', later.password)).toBe(303)
  })

  it('after a hundred wrong passwords from anywhere, an unknown browser is accepted', async () => {
    const locked = await addUser('quinn')
    const lockouts = signInLockouts(idp.portico.storage, idp.clock.now)
    for (let count = 1; count <= FAILURES_BEFORE_LOCKOUT; count += 1)
      await (await lockouts.begin(locked.sub, 'account')).failed()
    expect(await tried('quinn', locked.password)).toBe(422)
    expect((await user('unlock quinn')).code).toBe(0)
    expect(await tried('quinn', locked.password)).toBe(303)
  })

  it('fails for an IP address that is paused for all users, and shows it', async () => {
    const ruth = await addUser('ruth')
    const from = '127.0.0.3'
    for (let count = 0; count < address.limit; count += 1) await hit(idp.portico.storage.rates, address, from)
    expect(await tried('ruth', ruth.password, from)).toBe(429)
    const { pausedNetwork } = await shown('ruth')
    expect(pausedNetwork).toEqual({ address: from, until: expect.stringMatching(/T.*Z$/) })
    expect(await user('unlock ruth')).toMatchObject(ends(1, 'stays paused for all users'))
    expect(await tried('ruth', ruth.password)).toBe(303)
    expect(await tried('ruth', ruth.password, from)).toBe(429)
    expect((await user('unlock ruth --network')).code).toBe(0)
    expect(await shown('ruth')).not.toHaveProperty('pausedNetwork')
    expect(await tried('ruth', ruth.password, from)).toBe(303)
  })
})

describe('portico user suspend, reactivate, sign-out, reset', () => {
  it('suspend ends tokens immediately and refuses the user; reactivate enables them again', async () => {
    const who = await addUser('erin')
    const conf = relyingParty(idp, CONF)
    const tokens = await person(idp, who).signIn(conf, { scope: 'openid offline_access' })
    expect((await user('suspend erin --yes')).code).toBe(0)
    expectInactive(await conf.introspect(tokens.access_token))
    expectInactive(await conf.introspect(tokens.refresh_token))
    await expect(person(idp, who).signIn(conf)).rejects.toThrow('stuck')
    expect((await user(['reactivate', who.sub])).code).toBe(0)
    idp.clock.forward(901)
    expect((await person(idp, who).signIn(conf)).access_token).toBeTruthy()
    expect((await user('reactivate erin')).err).toContain('no changes')
  })

  it('sign-out ends sessions and tokens, and nothing else', async () => {
    const who = await addUser('frank')
    const conf = relyingParty(idp, CONF)
    const tokens = await person(idp, who).signIn(conf, { scope: 'openid offline_access' })
    expect((await user('sign-out frank --yes')).code).toBe(0)
    expect(await idp.portico.sessions.list(who.sub)).toEqual([])
    expectInactive(await conf.introspect(tokens.refresh_token))
    expect((await person(idp, who).signIn(conf)).access_token).toBeTruthy()
  })

  it('reset prints another one-time password, and the one before is dead', async () => {
    const who = await addUser('grace')
    const { code, out } = await user('reset grace --yes')
    expect([code, out]).toEqual([0, expect.stringMatching(ONE_TIME)])
    expect(await idp.portico.accounts?.authenticate(who)).toBeUndefined()
    expect(await idp.portico.accounts?.authenticate({ username: 'grace', password: out })).toMatchObject({
      sub: who.sub,
    })
    expect(await idp.portico.accounts?.oneTimePasswords.stampOf(who.sub)).toBeTruthy()
  })

  it.each(['suspend', 'reset', 'sign-out'])('%s asks first, and does nothing without a yes', async (act) => {
    const who = await addUser(`asked-${act}`)
    expect((await user([act, who.username], 'n')).code).toBe(1)
    expect((await user([act, who.username])).code).toBe(2)
    expect(await idp.portico.accounts?.authenticate(who)).toMatchObject({ sub: who.sub, active: true })
  })

  it.each(['show', 'suspend', 'reactivate', 'reset', 'sign-out', 'invite'])(
    '%s of an unknown user fails (1)',
    async (act) =>
      expect(await user([act, 'no-such-user', '--yes'])).toEqual({ code: 1, out: '', err: 'account not found' }),
  )

  it.each(['suspend', 'reset'])('%s of an account of the configuration is refused (1)', async (act) => {
    const { code, err } = await user([act, ALICE.username, '--yes'])
    expect([code, err]).toEqual([1, expect.stringContaining('configuration')])
    expect(await idp.portico.accounts?.authenticate(ALICE)).toMatchObject({ sub: ALICE.sub })
  })
})

describe('portico user add-role, remove-role', () => {
  it('makes the first administrator, and never unmakes the last', async () => {
    await addUser('root')
    await addUser('deputy')
    expect((await user('add-role root sso:admin')).code).toBe(0)
    for (const line of [
      ['remove-role', 'root', 'sso:admin'],
      ['suspend', 'root', '--yes'],
    ]) {
      const { code, err } = await user(line)
      expect([code, err]).toEqual([1, expect.stringContaining('administrator must remain')])
    }
    await user('add-role deputy sso:admin')
    expect((await user('remove-role root sso:admin')).code).toBe(0)
    expect((await user('remove-role deputy sso:admin')).code).toBe(1)
  })

  it('is seen at the next use, and is in the trail with what was before and after', async () => {
    const who = await addUser('henry')
    const conf = relyingParty(idp, CONF)
    const { access_token: token } = await person(idp, who).signIn(conf, { scope: 'openid roles' })
    await user('add-role henry billing:clerk')
    expect((await conf.userinfo(token)).json().roles).toEqual(['billing:clerk'])
    await user('remove-role henry billing:clerk')
    expect((await conf.userinfo(token)).json().roles ?? []).toEqual([])
    const { entries } = await idp.portico.audit.list({ user: who.sub, group: 'account' }, undefined, 10)
    expect(entries.map(({ event, actor, changes }) => [event, actor, changes?.roles])).toEqual([
      ['account.roles-changed', 'command line', [['billing:clerk'], []]],
      ['account.roles-changed', 'command line', [[], ['billing:clerk']]],
      ['account.created', 'command line', undefined],
    ])
  })

  it('refuses what cannot be a role (1)', async () => {
    const { code, err } = await user(['add-role', 'henry', 'Two Words'])
    expect([code, err]).toEqual([1, expect.stringContaining('a role can have')])
  })
})

describe('portico user reset, of a user with a second factor', () => {
  it('notes that it stays; with --second-factors it is removed too, and the trail has it', async () => {
    const who = await addUser('gwen')
    const again = await user(['reset', (await addUser('hank')).username, '--yes'])
    expect(again.err).toContain('no second factor')
    await idp.portico.accounts?.totp?.put(who.sub, Buffer.alloc(20, 7), 0)
    const kept = await user('reset gwen --yes')
    expect(kept).toEqual({ ...ends(0, 'still required: authenticator app'), out: expect.stringMatching(ONE_TIME) })
    expect(await idp.portico.accounts?.totp?.stateOf(who.sub)).toBeDefined()
    expect((await user('reset gwen --second-factors', 'no')).code).toBe(1)
    const removed = await user('reset gwen --second-factors --yes')
    expect([removed.code, removed.err]).toEqual([0, expect.stringContaining('removed: authenticator app')])
    expect(await idp.portico.accounts?.totp?.stateOf(who.sub)).toBeUndefined()
    const { entries } = await idp.portico.audit.list({ user: who.sub }, undefined, 50)
    expect(entries.find(({ event }) => event === 'account.second-factor-removed')).toMatchObject({
      actor: 'command line',
    })
  })
})
