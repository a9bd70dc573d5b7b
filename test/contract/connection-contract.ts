import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { FINDINGS } from '../../policies/findings.ts'
import { delivery } from './deliveries-contract.ts'
import { type Check, LONG } from './nodes.ts'

/** Promises of `lib/ports/storage.ts` about the connection itself. */
export function connectionContract(check: Check): void {
  check('has a name for logs, answers a ping, and gives its warnings as texts', async ({ here }) => {
    expect(here.name).toMatch(/^[a-z]+ \(.+\)$/)
    await here.ping()
    for (const { code, what } of await here.open())
      expect([code in FINDINGS, what]).toEqual([true, expect.stringMatching(/\S/)])
  })

  check(
    'a clock of its own, where the store has one, is the same from every node, and goes on',
    async ({ here, there, pass }) => {
      const before = await here.time?.()
      await pass(50)
      const after = await there.time?.()
      expect(here.time === undefined).toBe(there.time === undefined)
      expect(Number.isInteger(before)).toBe(here.time !== undefined)
      // On this machine it is the clock of the test, but for what rounding and slewing do to it.
      if (before !== undefined && after !== undefined) {
        expect(after - before).toBeGreaterThanOrEqual(40)
        expect(Math.abs(after - Date.now())).toBeLessThan(60_000)
      }
    },
  )

  check('a closed store throws StoreUnavailable, never an answer about what it holds', async ({ here, there }) => {
    await there.families.issue('f', 'one', LONG)
    await here.close()
    await here.close()
    const entry = { id: 'c', record: 'r', redirectUris: ['u'] }
    const steps: Record<string, () => Promise<unknown>> = {
      ping: () => here.ping(),
      issue: () => here.families.issue('g', 'one', LONG),
      read: () => here.families.read('f'),
      replace: () => here.families.replace('f', 'one', 'two', LONG),
      resolved: () => here.families.resolved('f'),
      revoke: () => here.families.revoke('f'),
      look: () => here.tokenState.look({ family: 'f', clients: ['c'] }),
      subject: () => here.subjects.read('s', 's'),
      revokeSubject: () => here.subjects.revoke('s'),
      endSession: () => here.subjects.endSession('s', 's', LONG),
      client: () => here.clients.find('c'),
      createClient: () => here.clients.create(entry),
      replaceClient: () => here.clients.replace('r', entry),
      clients: () => here.clients.list(undefined, 1),
      session: () => here.sessions.read('k'),
      join: () => here.sessions.join('k', 'c', 'e'),
      linked: () => here.sessions.linked('s'),
      take: () => here.records.take('k', 'i'),
      claim: () => here.records.claim('k', 'i', 'v', LONG),
      document: () => here.documents.read('c', 'i'),
      replaceDocument: () => here.documents.replace('c', 'i', undefined, 'v'),
      hit: () => here.rates.hit('k', LONG),
      refund: () => here.rates.refund('k'),
      put: () => here.deliveries.put([delivery('d')]),
      lease: () => here.deliveries.lease(0, 1, 1),
      append: () => here.audit.append(0, ['entry'], () => 'hash'),
      audit: () => here.audit.read(undefined, 'newer', 1),
      ...(here.time === undefined ? {} : { time: here.time }),
    }
    const answers: Record<string, unknown> = {}
    for (const [name, step] of Object.entries(steps))
      answers[name] = await step().then(
        (value) => ({ answered: value }),
        (error: unknown) => (error instanceof StoreUnavailable ? 'unavailable' : error),
      )
    expect(answers).toEqual(Object.fromEntries(Object.keys(steps).map((name) => [name, 'unavailable'])))
  })
}
