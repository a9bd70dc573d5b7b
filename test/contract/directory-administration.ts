import { userIn } from '../../lib/domain/accounts/user.ts'
import type { UsersAsked, UsersFound } from '../../lib/domain/accounts/user-administration.ts'
import type { DirectoryCheck } from './directory-contract.ts'
import { expect } from './expect.ts'

/** A directory can be large. */
const MOST_PAGES = 50
const ROLE = 'role of the contract'

/** Promises to the panel and the portal. */
export function administrationContract(check: DirectoryCheck): void {
  check('the list has every user once, by pages of at most the limit', async ({ directory, sub }) => {
    if (directory.list === undefined) return
    for (const limit of [1, 2, 100]) {
      const { subs, isWhole } = await pagesOf((asked) => directory.list?.(asked), limit)
      expect(subs.length - new Set(subs).size).toBe(0)
      if (isWhole) expect(subs.filter((one) => one === sub)).toEqual([sub])
    }
  })

  check('a search gives pages of at most the limit, for any text', async ({ directory, user }) => {
    if (directory.search === undefined) return
    for (const text of [user.username, '*', '%', "'", 'unknown to the contract']) {
      const { subs } = await pagesOf((asked) => directory.search?.({ ...asked, text }), 1)
      expect(subs.length - new Set(subs).size).toBe(0)
    }
  })

  check('a suspended user is not active, and is active again afterwards', async ({ directory, user, sub }) => {
    if (directory.suspend === undefined) return
    expect(await directory.suspend('unknown', true)).toBe('missing')
    const isActive = async () =>
      [await directory.find(sub), await directory.authenticate(user)].map((one) => one?.active ?? one !== undefined)
    for (const suspended of [true, true, false]) {
      const outcome = await directory.suspend(sub, suspended)
      if (outcome === 'refused') return
      expect([outcome, ...(await isActive())]).toEqual(['done', !suspended, !suspended])
    }
  })

  check('roles are added and removed, and others stay', async ({ directory, sub }) => {
    if (directory.roles === undefined) return
    expect(await directory.roles('unknown', { add: [ROLE], remove: [] })).toBe('missing')
    const rolesOf = async () => [...(userIn(await directory.find(sub))?.roles ?? [])].sort()
    const before = await rolesOf()
    if ((await directory.roles(sub, { add: [ROLE], remove: [] })) === 'refused') return
    expect(await rolesOf()).toEqual([...before, ROLE].sort())
    expect(await directory.roles(sub, { add: [], remove: [ROLE] })).toBe('done')
    expect(await rolesOf()).toEqual(before)
  })

  check('a changed name is stored, and that of no other user', async ({ directory, sub }) => {
    if (directory.updateProfile === undefined) return
    const changes = { name: 'A name of the contract' }
    const unknown = await directory.updateProfile({ sub: 'unknown', changes })
    expect([unknown, unknown === 'missing' || unknown === 'refused']).toEqual([unknown, true])
    if ((await directory.profileFields?.(sub))?.includes('name') === false) return
    if ((await directory.updateProfile({ sub, changes })) === 'refused') return
    expect(userIn(await directory.find(sub))?.name).toBe(changes.name)
  })
}

async function pagesOf(ask: (asked: UsersAsked) => UsersFound | Promise<UsersFound> | undefined, limit: number) {
  const subs: string[] = []
  let next: string | undefined
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const found = await ask({ limit, ...(next === undefined ? {} : { after: next }) })
    const users = (found?.users ?? []).map((user) => userIn(user)?.sub ?? '')
    expect(users.length).toBeAtMost(limit)
    subs.push(...users)
    next = found?.next
    if (next === undefined) return { subs, isWhole: true }
  }
  return { subs, isWhole: false }
}
