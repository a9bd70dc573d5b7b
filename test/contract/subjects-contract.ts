import { expect } from './expect.ts'
import { BRIEF, type Check, LONG, OVER, race, UNTOUCHED } from './nodes.ts'

/** Promises of `lib/ports/subjects.ts`. */
export function subjectsContract(check: Check): void {
  check('a subject never seen before has revocation version 0 and no ended session', async ({ here }) =>
    expect(await here.subjects.read('alice', 's1')).toEqual(UNTOUCHED),
  )

  check(
    'revoke increments the version, returns the new one, and leaves other subjects alone',
    async ({ here, there }) => {
      expect(await here.subjects.revoke('alice')).toBe(1)
      expect(await there.subjects.revoke('alice')).toBe(2)
      expect(await here.subjects.read('alice', 's1')).toEqual({ ...UNTOUCHED, generation: 2 })
      expect(await here.subjects.read('bob', 's1')).toEqual(UNTOUCHED)
    },
  )

  check('twenty revocations at once give twenty versions', async (nodes) => {
    const versions = await race(nodes, 20, (node) => node.subjects.revoke('alice'))
    expect(versions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    expect((await nodes.here.subjects.read('alice', 's1')).generation).toBe(20)
  })

  check('the version is kept as long as anything older may live', async ({ here, pass }) => {
    await here.subjects.revoke('alice')
    await here.subjects.endSession('alice', 's1', BRIEF)
    await pass(OVER)
    expect((await here.subjects.read('alice', 's1')).generation).toBe(1)
  })

  check('a shorter keepMs does not cut short what a longer one has promised', async ({ here, pass }) => {
    await here.subjects.revoke('alice')
    await here.subjects.revoke('alice')
    await pass(OVER)
    expect((await here.subjects.read('alice', 's1')).generation).toBe(2)
  })

  // What was created under the newest version can outlive keepMs: a repeated number would revive revoked tokens.
  check('no version is given twice, even long after keepMs', async ({ here, pass }) => {
    const first = await here.subjects.revoke('alice')
    await pass(OVER)
    expect((await here.subjects.read('alice', 's1')).generation).toBe(first)
    expect(await here.subjects.revoke('alice')).toBeGreaterThan(first)
  })

  check(
    'endSession marks that session of that subject and no other, twice as well as once',
    async ({ here, there }) => {
      await here.subjects.endSession('alice', 's1', LONG)
      await here.subjects.endSession('alice', 's1', LONG)
      expect(await there.subjects.read('alice', 's1')).toEqual({ ...UNTOUCHED, sessionEnded: true })
      expect(await there.subjects.read('alice', 's2')).toEqual(UNTOUCHED)
      expect(await there.subjects.read('bob', 's1')).toEqual(UNTOUCHED)
    },
  )

  check('a mark goes when its time is over, and a longer one beside it stays', async ({ here, pass }) => {
    await here.subjects.endSession('alice', 'long', LONG)
    await here.subjects.endSession('alice', 'brief', BRIEF)
    await pass(OVER)
    expect((await here.subjects.read('alice', 'brief')).sessionEnded).toBe(false)
    expect((await here.subjects.read('alice', 'long')).sessionEnded).toBe(true)
  })

  check('marks of many sessions set at once are all kept, beside the version', async (nodes) => {
    await race<unknown>(nodes, 20, (node, turn) =>
      turn === 7 ? node.subjects.revoke('alice') : node.subjects.endSession('alice', `s${turn}`, LONG),
    )
    for (let turn = 0; turn < 20; turn += 1)
      expect(await nodes.here.subjects.read('alice', `s${turn}`)).toEqual({
        ...UNTOUCHED,
        generation: 1,
        sessionEnded: turn !== 7,
      })
  })

  check(
    'revokeClient increments the version of that client for that subject, and touches nothing else',
    async ({ here, there }) => {
      await here.subjects.endSession('alice', 's1', LONG)
      expect(await here.subjects.revokeClient('alice', 'billing')).toBe(1)
      expect(await there.subjects.revokeClient('alice', 'billing')).toBe(2)
      expect(await here.subjects.read('alice', 's1', 'billing')).toEqual({
        ...UNTOUCHED,
        sessionEnded: true,
        clientGeneration: 2,
      })
      expect(await there.subjects.read('alice', 's2', 'payroll')).toEqual(UNTOUCHED)
      expect(await here.subjects.read('bob', 's1', 'billing')).toEqual(UNTOUCHED)
    },
  )

  check('the version of a client is read only when that client is asked about', async ({ here }) => {
    await here.subjects.revokeClient('alice', 'billing')
    expect((await here.subjects.read('alice', 's1')).clientGeneration).toBe(0)
    expect((await here.subjects.read('alice', undefined, 'billing')).clientGeneration).toBe(1)
  })

  check(
    'twenty removals at once give twenty versions of the client, and none is given twice, even long after',
    async (nodes) => {
      const versions = await race(nodes, 20, (node) => node.subjects.revokeClient('alice', 'billing'))
      expect(versions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
      await nodes.pass(OVER)
      expect(await nodes.there.subjects.revokeClient('alice', 'billing')).toBe(21)
    },
  )

  check(
    'changeRoles increments the version of the roles, for that subject alone, and touches nothing else',
    async (nodes) => {
      const { here, there } = nodes
      await here.subjects.revokeClient('alice', 'roles')
      const versions = await race(nodes, 20, (node) => node.subjects.changeRoles('alice'))
      expect(versions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
      expect(await there.subjects.read('alice', 's1')).toEqual({ ...UNTOUCHED, rolesGeneration: 20 })
      expect(await there.subjects.read('bob', 's1')).toEqual(UNTOUCHED)
      const looked = await there.tokenState.look({ subject: { id: 'alice', session: 's1', client: 'billing' } })
      expect(looked.subject).toEqual(await here.subjects.read('alice', 's1', 'billing'))
      await nodes.pass(OVER)
      expect(await here.subjects.changeRoles('alice')).toBe(21)
    },
  )

  // Names come from outside: no client may reach another mark by the way its id is spelt.
  check('clients, sessions and the subject itself never share a mark, whatever they are called', async ({ here }) => {
    const odd = ['s1', 'generation', 'client:s1', 'alice', '', ':', '__proto__']
    for (const client of odd.slice(0, 4)) await here.subjects.revokeClient('alice', client)
    expect(await here.subjects.read('alice', 's1', '__proto__')).toEqual(UNTOUCHED)
    for (const session of odd) expect((await here.subjects.read('alice', session)).sessionEnded).toBe(false)
    await here.subjects.endSession('alice', 'billing', LONG)
    expect((await here.subjects.read('alice', 's1', 'billing')).clientGeneration).toBe(0)
  })
}
