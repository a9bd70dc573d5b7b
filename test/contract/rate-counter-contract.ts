import { expect } from './expect.ts'
import { BRIEF, type Check, LONG, OVER, race } from './nodes.ts'

/** Promises of `lib/ports/rate-counter.ts`. */
export function rateCounterContract(check: Check): void {
  check('hits are counted once for all nodes', async ({ here, there }) => {
    expect((await here.rates.hit('token 192.0.2.1', LONG)).count).toBe(1)
    expect((await there.rates.hit('token 192.0.2.1', LONG)).count).toBe(2)
    expect((await here.rates.hit('token 192.0.2.1', LONG)).count).toBe(3)
  })

  check('fifty hits at once are counted from 1 to 50', async (nodes) => {
    const hits = await race(nodes, 50, (node) => node.rates.hit('token 192.0.2.1', LONG))
    expect(hits.map((hit) => hit.count).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    )
  })

  check('hits of many keys at once, on all nodes, are counted for each key', async (nodes) => {
    const keys = ['a', 'b', 'é', 'ill-formed \ud800', 'with \0', '{c}']
    const hits = await race(nodes, 60, async (node, turn) => {
      const key = keys[turn % keys.length] as string
      return { key, count: (await node.rates.hit(key, LONG)).count }
    })
    for (const key of keys)
      expect(
        hits
          .filter((hit) => hit.key === key)
          .map(({ count }) => count)
          .toSorted((a, b) => a - b),
      ).toEqual(Array.from({ length: 10 }, (_, index) => index + 1))
  })

  check('every key counts for itself', async ({ here }) => {
    await here.rates.hit('token 192.0.2.1', LONG)
    for (const key of ['token 192.0.2.2', 'jwks 192.0.2.1', 'token 2001:db8::/64', '{token}'])
      expect((await here.rates.hit(key, LONG)).count).toBe(1)
  })

  check('resetMs is what is left of the window', async ({ here, pass }) => {
    const first = await here.rates.hit('k', LONG)
    expect(first.resetMs).toBeGreaterThan(LONG / 2)
    expect(first.resetMs).toBeAtMost(LONG)
    await pass(BRIEF)
    const second = await here.rates.hit('k', LONG)
    expect(second.resetMs).toBeGreaterThan(LONG / 2)
    expect(second.resetMs).toBeAtMost(LONG - BRIEF + 5)
  })

  check(
    'a window begins with its first hit, is not made longer by later ones, and counts from 1 when it is over',
    async ({ here, there, pass }) => {
      await here.rates.hit('k', BRIEF)
      await pass(BRIEF / 2)
      await there.rates.hit('k', BRIEF)
      await pass(BRIEF / 2 + 50)
      const next = await here.rates.hit('k', LONG)
      expect(next.count).toBe(1)
      expect(next.resetMs).toBeGreaterThan(LONG / 2)
      expect((await there.rates.hit('k', LONG)).count).toBe(2)
    },
  )

  check('refund takes one hit back, on every node, without moving the window', async ({ here, there, pass }) => {
    for (let hits = 1; hits <= 3; hits += 1) await here.rates.hit('k', LONG)
    await pass(BRIEF)
    await there.rates.refund('k')
    const next = await here.rates.hit('k', LONG)
    expect(next.count).toBe(3)
    expect(next.resetMs).toBeAtMost(LONG - BRIEF + 5)
    expect((await here.rates.hit('other', LONG)).count).toBe(1)
  })

  check(
    'refund never goes below zero, and does nothing for a window that is over or never began',
    async ({ here, there, pass }) => {
      await here.rates.hit('k', LONG)
      for (let refunds = 0; refunds < 3; refunds += 1) await there.rates.refund('k')
      expect((await here.rates.hit('k', LONG)).count).toBe(1)
      await here.rates.hit('over', BRIEF)
      await pass(OVER)
      for (const key of ['over', 'unknown']) {
        await here.rates.refund(key)
        const first = await here.rates.hit(key, BRIEF)
        expect(first.count).toBe(1)
        expect(first.resetMs).toBeGreaterThan(BRIEF - 200)
      }
    },
  )

  check('a window that is cleared is forgotten on every node', async ({ here, there }) => {
    for (let hits = 1; hits <= 3; hits += 1) await here.rates.hit('k', LONG)
    await there.rates.clear('k')
    await there.rates.clear('unknown')
    expect((await here.rates.hit('k', LONG)).count).toBe(1)
  })

  check('hits and refunds at once are all counted', async (nodes) => {
    for (let hits = 0; hits < 20; hits += 1) await nodes.here.rates.hit('k', LONG)
    await race<unknown>(nodes, 30, (node, turn) => (turn < 10 ? node.rates.hit('k', LONG) : node.rates.refund('k')))
    expect((await nodes.there.rates.hit('k', LONG)).count).toBe(11)
  })

  check('the window of one key does not end that of another', async ({ here, pass }) => {
    await here.rates.hit('brief', BRIEF)
    await here.rates.hit('long', LONG)
    await pass(OVER)
    expect((await here.rates.hit('brief', BRIEF)).count).toBe(1)
    expect((await here.rates.hit('long', LONG)).count).toBe(2)
  })
}
