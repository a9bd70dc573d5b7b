/** Gated apps identify users by their names: the name of a removed user is not reused while such an app exists. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { ALICE, BOB, CONF } from '../support/fixtures.ts'
import { type Idp, runningIdp, startIdp } from '../support/idp.ts'
import { enterPanel, PANEL_ACCOUNTS, textIn } from '../support/panel-visitor.ts'

const WIKI = { client_id: 'wiki', client_type: 'confidential', gate: { url: 'https://wiki.example.com' } } as const

const start = (clients: readonly (typeof WIKI | typeof CONF)[]): Promise<Idp> =>
  runningIdp({ clients, accounts: [ALICE, ...PANEL_ACCOUNTS] })

const directoryOf = ({ portico }: Idp) => {
  if (portico.accounts === undefined) throw new Error('there is no directory')
  return portico.accounts
}

it('the configuration may not take names of others, and each place is named', async () => {
  const storage = embeddedStorage({})
  const idp = await runningIdp({ storage, accounts: [ALICE] })
  for (const name of ['kim', 'lee']) expect((await directoryOf(idp).invite(name, {})).outcome).toBe('created')
  const accounts = ['kim', 'bob', 'lee'].map((username) => ({ sub: `u-${username}`, username, password: 'x' }))
  const refused = await startIdp({ issuer: idp.issuer, options: { storage, accounts: [ALICE, ...accounts] } }).catch(
    (error) => error,
  )
  const paths = refused.issues.map(({ path }: { path: string }) => path)
  expect(paths).toEqual(['accounts[1].username', 'accounts[3].username'])
  expect((await directoryOf(idp).accountByUsername('bob'))?.sub).toBe('u-bob')
})

it('while there is none, a name is free as soon as its user is removed', async () => {
  const idp = await start([CONF])
  const directory = directoryOf(idp)
  const first = await directory.invite('kim', {})
  if (first.outcome !== 'created') throw new Error(first.outcome)
  await directory.remove(first.account.sub)
  expect((await directory.invite('Kim', {})).outcome).toBe('created')
})

it('while there is one, the name stays with its subject, and an administrator reads why', async () => {
  const idp = await start([CONF, WIKI])
  const directory = directoryOf(idp)
  const first = await directory.invite('kim', { name: 'Kim' })
  if (first.outcome !== 'created') throw new Error(first.outcome)
  expect((await directory.invite('kim', {})).outcome).toBe('username-taken')
  await directory.remove(first.account.sub)
  expect(await directory.accountByUsername('kim')).toBeUndefined()
  expect(await directory.authenticate({ username: 'kim', password: first.oneTimePassword })).toBeUndefined()
  for (const name of ['kim', 'KIM']) expect((await directory.invite(name, {})).outcome).toBe('username-retired')
  const admin = await enterPanel(idp)
  const { answer } = await admin.send(await admin.open('/users/new'), '/users', { username: 'kim' })
  expect([answer.status, textIn(answer.text)]).toEqual([409, expect.stringContaining('belonged to a deleted user')])
  expect(answer.text).toContain('value="kim"')
  // The same subject may have it back, and many who want it at the same moment get it as little as one.
  const many = await Promise.all(Array.from({ length: 20 }, () => directory.invite('kim', {})))
  expect(new Set(many.map(({ outcome }) => outcome))).toEqual(new Set(['username-retired']))
  expect(await directory.create(first.account)).toBe('created')
  expect((await directory.accountByUsername('kim'))?.sub).toBe(first.account.sub)
})

it('once the last of them is gone, names can be given again, each of them once', async () => {
  const idp = await start([CONF])
  const directory = directoryOf(idp)
  const { clients } = idp.portico
  const draft = { clientName: 'Wiki', ownerEmail: 'a@b.example', type: 'confidential', environment: 'live' } as const
  const rest = { redirectUris: [], postLogoutRedirectUris: [], scopes: [], consent: 'once' } as const
  const gate = { url: 'https://wiki.example.com', assertion: false }
  const made = await clients.create({ clientId: 'wiki', ...draft, ...rest, gate }, 'test')
  expect(made).toMatchObject({
    outcome: 'done',
    client: { consent: 'trusted', scopes: ['openid', 'profile', 'email', 'roles'] },
  })
  expect(made).not.toHaveProperty('secret')
  const first = await directory.invite('kim', {})
  if (first.outcome === 'created') await directory.remove(first.account.sub)
  expect((await directory.invite('kim', {})).outcome).toBe('username-retired')
  expect((await clients.decommission('wiki', 'wiki', 'test')).outcome).toBe('done')
  const many = await Promise.all(Array.from({ length: 20 }, () => directory.invite('kim', {})))
  expect(many.filter(({ outcome }) => outcome === 'created')).toHaveLength(1)
  expect(many.filter(({ outcome }) => outcome === 'username-taken')).toHaveLength(19)
})

it('the configuration decides its own names', async () => {
  const storage = embeddedStorage()
  const options = { storage: { ...storage, close: async () => {} }, clients: [WIKI] }
  const before = await runningIdp({ ...options, accounts: [ALICE, BOB] })
  await before.stop()
  const { issuer } = before
  const without = await startIdp({ issuer, options: { ...options, accounts: [ALICE] } })
  expect((await directoryOf(without).invite(BOB.username, {})).outcome).toBe('username-retired')
  await without.stop()
  const after = await startIdp({ issuer, options: { ...options, accounts: [ALICE, { ...BOB, sub: 'u-other-bob' }] } })
  expect((await directoryOf(after).accountByUsername(BOB.username))?.sub).toBe('u-other-bob')
})
