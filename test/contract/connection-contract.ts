import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { FINDINGS } from '../../policies/findings.ts'
import { delivery } from './deliveries-contract.ts'
import { expect } from './expect.ts'
import { type Check, LONG, UNTOUCHED } from './nodes.ts'

const BOUNDS = { total: 10, perShare: 10, since: 0 }

/** Promises of `lib/ports/storage.ts` about the connection itself. */
export function connectionContract(check: Check): void {
  check('has a name for logs, answers a ping, and gives its warnings as texts', async ({ here }) => {
    expect([here.name, /^\S.*$/.test(here.name)]).toEqual([here.name, true])
    await here.ping()
    for (const { code, what } of await here.open())
      expect([code in FINDINGS, /\S/.test(what), what]).toEqual([true, true, what])
  })

  check(
    'a clock of its own, where the store has one, is the same from every node, and goes on',
    async ({ here, there, pass }) => {
      const before = await here.time?.()
      await pass(50)
      const after = await there.time?.()
      expect(here.time === undefined).toBe(there.time === undefined)
      expect(Number.isInteger(before)).toBe(here.time !== undefined)
      // In milliseconds since the epoch, but for what rounding and slewing do to them.
      if (before !== undefined && after !== undefined) {
        expect(after - before).toBeAtLeast(40)
        expect(after).toBeAtLeast(1_000_000_000_000)
      }
    },
  )

  check('no node remembers what it has read', async (nodes) => {
    for (const [id, reader, writer] of [
      ['one', nodes.here, nodes.there],
      ['two', nodes.there, nodes.here],
    ] as const) {
      const query = { family: id, clients: [id], subject: { id, session: 's', client: 'c' } }
      const read = async () => [
        await reader.families.read(id),
        await reader.tokenState.look(query),
        await reader.subjects.read(id, 's', 'c'),
        await reader.clients.find(id),
        await reader.clients.holderOf(`https://${id}.example/`),
        (await reader.sessions.read(id))?.base,
        (await reader.sessions.linked(id)).length,
        await reader.records.read('kind', id),
        await reader.documents.read('keys', id),
        (await reader.deliveries.find(id))?.state,
        await reader.bounded.find('log', id),
      ]
      await read()
      await writer.families.issue(id, 'family', LONG)
      await writer.subjects.revoke(id)
      await writer.clients.create({ id, record: 'client', redirectUris: [`https://${id}.example/`] })
      await writer.sessions.write(id, 'base', LONG)
      await writer.sessions.link(id, { uid: id, key: id, about: '' }, LONG)
      await writer.records.put('kind', id, 'value', LONG)
      await writer.documents.replace('keys', id, undefined, 'document')
      await writer.deliveries.put([delivery(id)])
      await writer.bounded.put('log', [{ id, share: '', at: 1, text: 'entry' }], 'keep', BOUNDS)
      const subject = { ...UNTOUCHED, generation: 1 }
      const state = { family: 'family', clients: ['client'], subject }
      const stored = ['family', state, subject, 'client', id, 'base', 1, 'value', 'document', 'due', 'entry']
      expect(await read()).toEqual(stored)
    }
  })

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
