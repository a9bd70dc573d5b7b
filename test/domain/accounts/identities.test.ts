/** Links between federated identities and accounts, when several claim one at the same moment. */
import { embeddedStorage } from '../../../adapters/embedded/index.ts'
import { identities } from '../../../lib/domain/accounts/identities.ts'
import { claimIdentity, identityHolder } from '../../../lib/domain/accounts/identity-claims.ts'
import type { DocumentStore } from '../../../lib/ports/documents.ts'
import { directoryOn } from '../../support/audit.ts'
import { ALICE } from '../../support/fixtures.ts'

const IDENTITY = { issuer: 'https://b.example', subject: 'there-1' }
const SAID = { username: 'carol', person: { name: 'Carol' } }
let time = 1_000
const now = (): number => (time += 1)

async function house(
  wrap = (documents: DocumentStore): DocumentStore => documents,
  hasConnectorTo = (_issuer: string) => true,
) {
  const { open, documents: stored } = embeddedStorage()
  await open()
  const documents = wrap(stored)
  const directory = directoryOn(documents, now)
  const parts = { documents, directory, hasPasskey: async () => false, hasConnectorTo, changed: () => {}, now }
  const add = async (username: string): Promise<string> => {
    const made = await directory.inviteByEmail(username, {})
    if (made.outcome !== 'created') throw new Error(made.outcome)
    return made.account.sub
  }
  return { documents, directory, add, links: identities(parts) }
}

/** Each call of the store continues only after others had their turn, in an order that differs per run. */
const inTurns =
  (seed: number) =>
  (documents: DocumentStore): DocumentStore => {
    let state = seed
    const pause = async (): Promise<void> => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      for (let turn = state % 7; turn > 0; turn -= 1) await Promise.resolve()
    }
    return {
      ...documents,
      async read(...sent) {
        await pause()
        return documents.read(...sent)
      },
      async replace(...sent) {
        await pause()
        return documents.replace(...sent)
      },
    }
  }

it('of users who link one identity concurrently, in 60 orders of events, one has it, and the others get an error', async () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const { add, links, directory } = await house(inTurns(seed))
    const subs = [await add('ann'), await add('ben'), await add('cem')]
    const outcomes = await Promise.all(subs.map((sub) => links.link(IDENTITY, 'b', sub)))
    const holder = (await links.find(IDENTITY))?.sub
    expect([seed, outcomes.toSorted()]).toEqual([seed, ['linked', 'taken', 'taken']])
    expect(subs[outcomes.indexOf('linked')]).toBe(holder)
    for (const sub of subs)
      expect((await directory.account(sub))?.identities ?? []).toHaveLength(sub === holder ? 1 : 0)
  }
})

it('a first sign-in and a concurrent link of the same identity make one account of it, in 60 orders of events', async () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const { add, links, directory } = await house(inTurns(seed))
    const ann = await add('ann')
    const [made, outcome] = await Promise.all([links.create(IDENTITY, 'b', SAID), links.link(IDENTITY, 'b', ann)])
    const holder = (await links.find(IDENTITY))?.sub
    expect([seed, made.sub]).toEqual([seed, holder])
    expect([seed, outcome]).toEqual([seed, holder === ann ? 'linked' : 'taken'])
    const { accounts } = await directory.list(undefined, 10)
    expect(accounts.filter(({ identities: held = [] }) => held.length > 0).map(({ sub }) => sub)).toEqual([holder])
  }
})

it('a first sign-in whose username is the verified address of another account gets a suffix', async () => {
  const { links, directory } = await house()
  const [mail, connector] = ['owner@example.com', 'b']
  const owner = await directory.invite('owner', { email: mail, email_verified: true })
  const account = await links.create(IDENTITY, connector, { username: 'Owner@Example.com', person: { email: mail } })
  expect(account.username).toBe('Owner@Example.com-2')
  expect((await directory.accountNamed(mail))?.username).toBe('owner')
  // Nor does it get the address as its own, when its provider no longer has a say.
  await directory.change(account.sub, (current) => ({
    ...current,
    passwordHash: 'a hash',
    person: { email: account.username, email_verified: true },
  }))
  if (owner.outcome === 'created') await directory.remove(owner.account.sub)
  await directory.inviteByEmail('Other@Example.com', {})
  await directory.change(account.sub, (current) => ({
    ...current,
    person: { email: 'other@example.com', email_verified: true },
  }))
  expect(await links.unlink(account.sub, connector)).toBe('unlinked')
  expect((await directory.account(account.sub))?.person.email_verified).toBe(false)
})

it('a claim that outlived its account is taken over', async () => {
  const { add, links, documents } = await house()
  await claimIdentity(documents, IDENTITY, 'removed-user')
  const ann = await add('ann')
  expect(await links.link(IDENTITY, 'b', ann)).toBe('linked')
  expect(await identityHolder(documents, IDENTITY)).toBe(ann)
})

it('a user of a connector who is unlinked from it is one of the service; the last way in is never taken', async () => {
  const { links, directory } = await house()
  const { sub } = await links.create(IDENTITY, 'b', SAID)
  expect(await links.unlink(sub, 'b')).toBe('last-way')
  expect(await links.link({ issuer: 'https://c.example', subject: 'x' }, 'c', sub)).toBe('linked')
  expect(await links.unlink(sub, 'b')).toBe('unlinked')
  expect(await directory.account(sub)).not.toHaveProperty('origin')
  expect(await links.find(IDENTITY)).toBeUndefined()
  // A later user of it is a new one.
  expect((await links.create(IDENTITY, 'b', SAID)).sub).not.toBe(sub)
})

it('an account of the configuration keeps its links, and is not rewritten for them, when the service starts again', async () => {
  const { links, directory } = await house()
  const alice = { ...ALICE, status: 'active' } as const
  await directory.adopt([alice])
  expect(await links.link(IDENTITY, 'b', ALICE.sub)).toBe('linked')
  const before = await directory.account(ALICE.sub)
  await directory.adopt([alice])
  expect(await directory.account(ALICE.sub)).toEqual(before)
  await directory.adopt([{ ...alice, name: 'Another Name' }])
  expect(await directory.account(ALICE.sub)).toMatchObject({ person: { name: 'Another Name' }, identities: [IDENTITY] })
  expect((await links.find(IDENTITY))?.sub).toBe(ALICE.sub)
})

it('a user of a directory service gives up a connector: their password there stays a way in', async () => {
  const { links, directory } = await house()
  const dora = { sub: 'ldap-dora', username: 'dora', status: 'active', source: 'directory', person: {} } as const
  await directory.create({ ...dora, createdAt: now(), changedAt: now() })
  expect(await links.link(IDENTITY, 'b', dora.sub)).toBe('linked')
  expect(await links.unlink(dora.sub, 'b')).toBe('unlinked')
})

it('a connector’s report about a user who was meanwhile unlinked from it changes nothing', async () => {
  const { links, directory } = await house()
  const found = await links.create(IDENTITY, 'b', SAID)
  await links.link({ issuer: 'https://c.example', subject: 'x' }, 'c', found.sub)
  await links.unlink(found.sub, 'b')
  await links.update(found, 'b', { name: 'Carol', roles: ['sso:admin'] })
  expect((await directory.account(found.sub))?.person).toEqual(SAID.person)
})

it('what a connector signed in whose id means another provider now is no way in', async () => {
  const { links } = await house(undefined, (issuer) => issuer !== IDENTITY.issuer)
  const { sub } = await links.create(IDENTITY, 'b', SAID)
  await links.link({ issuer: 'https://c.example', subject: 'x' }, 'c', sub)
  expect(await links.unlink(sub, 'c')).toBe('last-way')
  expect(await links.unlink(sub, 'b')).toBe('unlinked')
})

it('with the link to a provider that is gone nothing is lost: an administrator makes the account the service’s own', async () => {
  const { links, directory } = await house(undefined, () => false)
  const { sub } = await links.create(IDENTITY, 'b', SAID)
  expect(await links.mayUnlink(sub, 'b')).toBe('unlinked')
  expect(await links.unlink(sub, 'b')).toBe('unlinked')
  expect(await directory.account(sub)).toMatchObject({ identities: [], person: SAID.person })
  expect((await directory.account(sub))?.origin).toBeUndefined()
})
