import { expect } from './expect.ts'
import { AWKWARD_TEXTS, BRIEF, type Check, LONG, OVER, race, tally } from './nodes.ts'

/** Promises of `lib/ports/families.ts`. */
export function familiesContract(check: Check): void {
  check('read gives what was issued, on every node at once', async ({ here, there }) => {
    await here.families.issue('f', 'born', LONG)
    expect(await here.families.read('f')).toBe('born')
    expect(await there.families.read('f')).toBe('born')
  })

  check('records are opaque: any text comes back as it was, and is compared exactly', async ({ here, there }) => {
    for (const [index, text] of AWKWARD_TEXTS.entries()) {
      await here.families.issue(`f${index}`, text, LONG)
      expect(await there.families.read(`f${index}`)).toBe(text)
      expect(await there.families.replace(`f${index}`, `${text} `, 'never', LONG)).toBe('changed')
      expect(await there.families.replace(`f${index}`, text, 'next', LONG)).toBe('replaced')
    }
  })

  check('replace of what was never there, was revoked or has expired does nothing: missing', async ({ here, pass }) => {
    await here.families.issue('revoked', 'one', LONG)
    await here.families.revoke('revoked')
    await here.families.issue('expired', 'one', BRIEF)
    await pass(OVER)
    for (const id of ['unknown', 'revoked', 'expired']) {
      expect(await here.families.replace(id, 'one', 'two', LONG)).toBe('missing')
      expect(await here.families.read(id)).toBeUndefined()
    }
  })

  check('replace sent twice answers replaced twice', async ({ here, there }) => {
    await here.families.issue('f', 'one', LONG)
    expect(await here.families.replace('f', 'one', 'two', LONG)).toBe('replaced')
    expect(await there.families.replace('f', 'one', 'two', LONG)).toBe('replaced')
    expect(await here.families.read('f')).toBe('two')
  })

  check('of fifty replacements of one record at once, one is replaced and the rest find it changed', async (nodes) => {
    await nodes.here.families.issue('f', 'one', LONG)
    const words = await race(nodes, 50, (node, turn) => node.families.replace('f', 'one', `two by ${turn}`, LONG))
    expect(tally(words)).toEqual({ replaced: 1, changed: 49 })
    expect(await nodes.there.families.read('f')).toBe(`two by ${words.indexOf('replaced')}`)
  })

  check('a revoked family is never brought back by a replacement racing with the revocation', async (nodes) => {
    for (let round = 0; round < 20; round += 1) {
      const id = `f${round}`
      await nodes.here.families.issue(id, 'one', LONG)
      await race<unknown>(nodes, 2, (node, turn) =>
        turn === round % 2 ? node.families.revoke(id) : node.families.replace(id, 'one', 'two', LONG),
      )
      expect(await nodes.here.families.read(id)).toBeUndefined()
    }
  })

  check('a record is gone when its time is over', async ({ here, there, pass }) => {
    await here.families.issue('f', 'one', BRIEF)
    await here.families.issue('lasting', 'one', LONG)
    await pass(OVER)
    expect(await there.families.read('f')).toBeUndefined()
    expect(await there.families.read('lasting')).toBe('one')
  })

  check('replace gives the record a new time, longer or shorter', async ({ here, pass }) => {
    await here.families.issue('longer', 'one', BRIEF)
    await here.families.issue('shorter', 'one', LONG)
    await here.families.replace('longer', 'one', 'two', LONG)
    await here.families.replace('shorter', 'one', 'two', BRIEF)
    await pass(OVER)
    expect(await here.families.read('longer')).toBe('two')
    expect(await here.families.read('shorter')).toBeUndefined()
  })

  check(
    'takeBack gives the record back as it was expected, but for white space at its end; it can be replaced again',
    async ({ here, there, pass }) => {
      await here.families.issue('f', 'one', BRIEF)
      await here.families.replace('f', 'one', 'two', BRIEF)
      await here.families.takeBack('f', 'one', 'two', LONG)
      const record = await there.families.read('f')
      expect(record?.trimEnd()).toBe('one')
      await pass(OVER)
      expect(await there.families.replace('f', record!, 'three', LONG)).toBe('replaced')
      expect(await here.families.read('f')).toBe('three')
    },
  )

  check(
    'takeBack of what was not done, or was rolled back before, leaves the record as it was expected',
    async ({ here, there }) => {
      for (const id of ['done', 'not done']) await here.families.issue(id, 'one', LONG)
      await here.families.replace('done', 'one', 'two', LONG)
      for (const id of ['done', 'not done']) {
        await here.families.takeBack(id, 'one', 'two', LONG)
        await here.families.takeBack(id, 'one', 'two', LONG)
        const record = await there.families.read(id)
        expect(record?.trimEnd()).toBe('one')
        expect(await there.families.replace(id, record!, 'three', LONG)).toBe('replaced')
        await here.families.takeBack(id, 'one', 'two', LONG)
        expect(await here.families.read(id)).toBe('three')
      }
    },
  )

  check(
    'takeBack leaves alone a record that has moved on, and never brings back one that is gone',
    async ({ here, there, pass }) => {
      await here.families.issue('moved on', 'one', LONG)
      await here.families.replace('moved on', 'one', 'two', LONG)
      await there.families.replace('moved on', 'two', 'three', LONG)
      await here.families.issue('revoked', 'one', LONG)
      await here.families.replace('revoked', 'one', 'two', LONG)
      await there.families.revoke('revoked')
      await here.families.issue('expired', 'one', LONG)
      await here.families.replace('expired', 'one', 'two', BRIEF)
      await pass(OVER)
      for (const id of ['moved on', 'revoked', 'expired', 'unknown'])
        await here.families.takeBack(id, 'one', 'two', LONG)
      expect(await there.families.read('moved on')).toBe('three')
      for (const id of ['revoked', 'expired', 'unknown']) expect(await there.families.read(id)).toBeUndefined()
    },
  )

  check(
    'a family is resolved once its last replacement was answered or rolled back, and when there was none',
    async ({ here, there }) => {
      await here.families.issue('f', 'one', LONG)
      for (const node of [here, there]) {
        await node.families.resolved('f')
        await node.families.resolved('unknown')
      }
      const replacing = here.families.replace('f', 'one', 'two', LONG)
      await here.families.resolved('f')
      expect(await there.families.read('f')).toBe('two')
      expect(await replacing).toBe('replaced')
      await here.families.takeBack('f', 'one', 'two', LONG)
      await here.families.resolved('f')
      expect((await there.families.read('f'))?.trimEnd()).toBe('one')
    },
  )

  check('resolved waits for a takeBack that begins at the same moment', async ({ here }) => {
    await here.families.issue('f', 'one', LONG)
    await here.families.replace('f', 'one', 'two', LONG)
    const resolved = here.families.resolved('f')
    await here.families.takeBack('f', 'one', 'two', LONG)
    await resolved
  })

  check(
    'revoke removes the record everywhere and leaves others alone; revoking what is missing is no error',
    async ({ here, there }) => {
      await here.families.issue('f', 'one', LONG)
      await here.families.issue('g', 'one', LONG)
      await here.families.revoke('f')
      await here.families.revoke('f')
      await here.families.revoke('unknown')
      expect(await there.families.read('f')).toBeUndefined()
      expect(await there.families.read('g')).toBe('one')
    },
  )
}
