/**
 * The index of addresses is a hint and the account is the truth (lib/domain/accounts/sign-in-names.ts): after any crash
 * or race, an address leads to an account that has it or to none, and the next writes complete what is missing.
 */
import type { Account, EmbeddedDirectory, Storage, DocumentStore as Store } from '../../lib/index.ts'
import { signInAddress } from '../../policies/sign-in-address.ts'
import { directoryOn } from '../support/audit.ts'
import { forEachDeployment } from '../support/deployments.ts'
import { sharedIdp } from '../support/idp.ts'
import { watchedStorage } from '../support/watched-storage.ts'

const ADDRESSES = ['a@example.com', 'b@example.com'] as const

/** A node that dies before its write of this number, counted from 0. */
function dying(storage: Storage, at: number) {
  const state = { dead: false }
  let writes = 0
  const { documents } = watchedStorage(storage, ({ method }) => {
    if (method === 'replace') {
      if (writes === at) state.dead = true
      writes += 1
    }
    if (state.dead) throw new Error('the node is dead')
  })
  return { state, documents }
}

/** A node to which something happens right before its first write that takes a document of this collection away. */
function interrupted(storage: Storage, collection: string, meanwhile: () => Promise<unknown>): Store {
  let happened = false
  return watchedStorage(storage, async ({ method, given: [where, , , next] }) => {
    if (happened || method !== 'replace' || where !== collection || next !== undefined) return
    happened = true
    await meanwhile()
  }).documents
}

const accountOf = (sub: string, email?: string): Account => ({
  sub,
  username: sub,
  status: 'active',
  source: 'administrator',
  createdAt: 0,
  changedAt: 0,
  person: email === undefined ? {} : { email, email_verified: true },
})
const carrying =
  (email: string | undefined) =>
  (account: Account): Account => ({ ...account, person: email === undefined ? {} : { email, email_verified: true } })

/** No account is found by an address that it does not have. */
async function expectTruth(directory: EmbeddedDirectory): Promise<void> {
  for (const address of ADDRESSES) {
    const meant = await directory.accountNamed(address)
    if (meant !== undefined)
      expect([address, signInAddress((await directory.account(meant.sub))?.person ?? {})]).toEqual([address, address])
  }
}

/** After every account was written once more, each address in use finds one of its accounts. */
async function expectRepaired(directory: EmbeddedDirectory, subs: readonly string[]): Promise<void> {
  for (const sub of subs) await directory.change(sub, (account) => ({ ...account }))
  const people = await Promise.all(subs.map((sub) => directory.account(sub)))
  for (const address of ADDRESSES) {
    const carriers = people.flatMap((one) =>
      one !== undefined && signInAddress(one.person) === address ? [one.sub] : [],
    )
    const found = (await directory.accountNamed(address))?.sub
    expect([address, carriers.length > 0]).toEqual([address, found !== undefined])
    if (found !== undefined) expect(carriers).toContain(found)
  }
}

forEachDeployment((start) => {
  const idp = sharedIdp(() => start({ options: { accounts: [] } }))
  let turn = 0
  const fresh = (): string => `p${(turn += 1)}`

  const [a, b] = ADDRESSES
  const acts: readonly (readonly [string, (directory: EmbeddedDirectory, sub: string) => Promise<unknown>])[] = [
    ['changes its address', (directory, sub) => directory.change(sub, carrying(b))],
    ['gives its address up', (directory, sub) => directory.change(sub, carrying(undefined))],
    ['is removed', (directory, sub) => directory.remove(sub)],
    ['is created again', (directory, sub) => directory.create(accountOf(`${sub}-new`, b))],
  ]

  it.each(acts)('a node that dies while an account %s leaves no name that matches two accounts', async (_name, act) => {
    const { storage } = idp.portico
    const directory = directoryOn(storage.documents)
    for (let at = 0; ; at += 1) {
      const [sub, next] = [fresh(), fresh()]
      await directory.create(accountOf(sub, a))
      const node = dying(storage, at)
      await act(directoryOn(node.documents), sub).catch(() => undefined)
      await expectTruth(directory)
      // Another user has the address verified at last: it is theirs, unless its holder still has it.
      await directory.create(accountOf(next, a))
      const kept = signInAddress((await directory.account(sub))?.person ?? {}) === a
      expect([at, (await directory.accountNamed(a))?.sub]).toEqual([at, kept ? sub : next])
      await expectRepaired(directory, [sub, next, `${sub}-new`])
      for (const one of [sub, next, `${sub}-new`]) await directory.remove(one)
      expect(await Promise.all(ADDRESSES.map((one) => directory.accountNamed(one)))).toEqual([undefined, undefined])
      if (!node.state.dead) {
        // It died at every write that there is.
        expect(at).toBeGreaterThan(1)
        break
      }
    }
  })

  it('an address that comes back while another node gives it up is found', async () => {
    const [directory, sub] = [directoryOn(idp.portico.storage.documents), fresh()]
    await directory.create(accountOf(sub, a))
    const slow = interrupted((await idp.anotherNode()).portico.storage, 'addresses', () =>
      directory.change(sub, carrying(a)),
    )
    await directoryOn(slow).change(sub, carrying(b))
    expect((await directory.account(sub))?.person.email).toBe(a)
    expect((await directory.accountNamed(a))?.sub).toBe(sub)
    expect(await directory.accountNamed(b)).toBeUndefined()
    await directory.remove(sub)
  })

  it('an account that is changed while another node removes it is gone, and its new address with it', async () => {
    const [directory, sub, next] = [directoryOn(idp.portico.storage.documents), fresh(), fresh()]
    await directory.create(accountOf(sub, a))
    const slow = interrupted((await idp.anotherNode()).portico.storage, 'people', () =>
      directory.change(sub, carrying(b)),
    )
    expect(await directoryOn(slow).remove(sub)).toBe('removed')
    expect([await directory.account(sub), await directory.accountByUsername(sub)]).toEqual([undefined, undefined])
    await directory.create(accountOf(next, b))
    expect((await directory.accountNamed(b))?.sub).toBe(next)
    await directory.remove(next)
  })

  it('a username and the verified address of another account: of 200 pairs at the same moment on two nodes, never both', async () => {
    const [here, there] = [idp, await idp.anotherNode()].map(({ portico }) =>
      directoryOn(portico.storage.documents),
    ) as [EmbeddedDirectory, EmbeddedDirectory]
    const results = new Set<string>()
    for (let round = 0; round < 200; round += 1) {
      const [owner, other, text] = [fresh(), fresh(), `race-${fresh()}@example.com`]
      // Every second round the address belongs to a new account; otherwise its owner proves it.
      const isNew = round % 2 === 1
      if (!isNew) await here.create({ ...accountOf(owner), person: { email: text, email_verified: false } })
      const verifies = async (): Promise<string> =>
        isNew ? there.create(accountOf(owner, text.toUpperCase())) : there.proveAddress(owner, text)
      const names = async (): Promise<string> => here.create({ ...accountOf(other), username: text })
      const acts = [names, verifies]
      if (round % 4 > 1) acts.reverse()
      await Promise.all(acts.map(async (act) => results.add(await act())))
      const isName = (await here.accountByUsername(text))?.sub === other
      const isAddress = signInAddress((await here.account(owner))?.person ?? {}) === text
      expect([round, isName && isAddress]).toEqual([round, false])
      // One that was refused can be had as soon as the other account is gone.
      await here.remove(isName ? other : owner)
      const next = accountOf(fresh(), isName ? text : undefined)
      expect([round, await there.create(isName ? next : { ...next, username: text })]).toEqual([round, 'created'])
    }
    expect([
      results.has('created') || results.has('proved'),
      [...results].some((one) => one.endsWith('taken')),
    ]).toEqual([true, true])
  })

  it('two nodes that change three users at the same moment: each address finds one of those who carry it', async () => {
    const nodes = [idp, await idp.anotherNode()].map(({ portico }) => directoryOn(portico.storage.documents))
    const [here] = nodes as [EmbeddedDirectory]
    const subs = [fresh(), fresh(), fresh()]
    for (const sub of subs) await here.create(accountOf(sub))
    let seed = 7
    const any = (count: number): number => (seed = (seed * 48_271) % 2_147_483_647) % count
    const wishes = [a, b, undefined] as const
    for (let round = 0; round < 40; round += 1) {
      await Promise.all(
        Array.from({ length: 6 }, async (_, index) =>
          nodes[index % 2]?.change(subs[any(3)] as string, carrying(wishes[any(3)])),
        ),
      )
      await expectTruth(here)
      if (round % 4 === 3) await expectRepaired(here, subs)
    }
    // One alone, moved to and fro by both nodes concurrently, is found by its last place: no write is missing.
    const sub = fresh()
    for (const one of subs) await here.remove(one)
    await here.create(accountOf(sub, a))
    for (let round = 0; round < 40; round += 1) {
      await Promise.all(
        Array.from({ length: 4 }, async (_, index) => nodes[index % 2]?.change(sub, carrying(wishes[any(3)]))),
      )
      const rest = signInAddress((await here.account(sub))?.person ?? {})
      for (const address of ADDRESSES) {
        const found = (await here.accountNamed(address))?.sub
        expect([round, address, found]).toEqual([round, address, rest === address ? sub : undefined])
      }
    }
    await here.remove(sub)
  })
})
