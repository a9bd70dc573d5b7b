import { expect } from './expect.ts'
import { AWKWARD_TEXTS, BRIEF, type Check, LONG, OVER, race, tally } from './nodes.ts'

/** Promises of `lib/ports/ephemeral.ts`. */
export function ephemeralContract(check: Check): void {
  check('read gives what was put, on every node; the last put counts', async ({ here, there }) => {
    await here.records.put('interaction', 'i', 'one', LONG)
    await there.records.put('interaction', 'i', 'two', LONG)
    expect(await here.records.read('interaction', 'i')).toBe('two')
    expect(await here.records.read('interaction', 'unknown')).toBeUndefined()
  })

  check('the same id under two kinds is two records, whatever the ids look like', async ({ here }) => {
    await here.records.put('a', 'b:c', 'one', LONG)
    await here.records.put('a:b', 'c', 'two', LONG)
    await here.records.put('{a}', 'c', 'three', LONG)
    expect(await here.records.read('a', 'b:c')).toBe('one')
    expect(await here.records.read('a:b', 'c')).toBe('two')
    expect(await here.records.read('{a}', 'c')).toBe('three')
    await here.records.remove('a', 'b:c')
    expect(await here.records.read('a:b', 'c')).toBe('two')
  })

  check('values are opaque: any text comes back as it was, by read and by take', async ({ here, there }) => {
    for (const text of AWKWARD_TEXTS) {
      await here.records.put('k', 'i', text, LONG)
      expect(await there.records.read('k', 'i')).toBe(text)
      expect(await there.records.take('k', 'i')).toBe(text)
    }
  })

  check('a record is gone when its time is over, for read, take and claim', async ({ here, pass }) => {
    for (const id of ['read', 'take', 'claim']) await here.records.put('k', id, 'one', BRIEF)
    await pass(OVER)
    expect(await here.records.read('k', 'read')).toBeUndefined()
    expect(await here.records.take('k', 'take')).toBeUndefined()
    expect(await here.records.claim('k', 'claim', 'two', LONG)).toBe('claimed')
    expect(await here.records.read('k', 'claim')).toBe('two')
  })

  check('put gives a record a new time', async ({ here, pass }) => {
    await here.records.put('k', 'longer', 'one', BRIEF)
    await here.records.put('k', 'longer', 'two', LONG)
    await here.records.put('k', 'shorter', 'one', LONG)
    await here.records.put('k', 'shorter', 'two', BRIEF)
    await pass(OVER)
    expect(await here.records.read('k', 'longer')).toBe('two')
    expect(await here.records.read('k', 'shorter')).toBeUndefined()
  })

  check('remove takes a record away; removing what is missing is no error', async ({ here, there }) => {
    await here.records.put('k', 'i', 'one', LONG)
    await there.records.remove('k', 'i')
    await there.records.remove('k', 'i')
    expect(await here.records.read('k', 'i')).toBeUndefined()
  })

  check('of fifty takers at once, one gets the value', async (nodes) => {
    await nodes.here.records.put('ticket', 't', 'value', LONG)
    const values = await race(nodes, 50, (node) => node.records.take('ticket', 't'))
    expect(values.filter((value) => value !== undefined)).toEqual(['value'])
    expect(await nodes.here.records.read('ticket', 't')).toBeUndefined()
  })

  check('of fifty claims at once, one is claimed and the rest find it taken', async (nodes) => {
    const words = await race(nodes, 50, (node, turn) => node.records.claim('form', 'f', `by ${turn}`, LONG))
    expect(tally(words)).toEqual({ claimed: 1, taken: 49 })
    expect(await nodes.here.records.read('form', 'f')).toBe(`by ${words.indexOf('claimed')}`)
  })

  check('claim of what is there changes neither the value nor its time: taken', async ({ here, pass }) => {
    await here.records.put('k', 'i', 'one', BRIEF)
    expect(await here.records.claim('k', 'i', 'two', LONG)).toBe('taken')
    expect(await here.records.read('k', 'i')).toBe('one')
    await pass(OVER)
    expect(await here.records.read('k', 'i')).toBeUndefined()
  })

  check('what was claimed ends with its time, and can be claimed again', async ({ here, there, pass }) => {
    expect(await here.records.claim('k', 'i', 'one', BRIEF)).toBe('claimed')
    await pass(OVER)
    expect(await there.records.claim('k', 'i', 'two', LONG)).toBe('claimed')
  })
}
