import { expect } from './expect.ts'
import { BRIEF, type Check, LONG, OVER, UNTOUCHED } from './nodes.ts'

const BILLING = { id: 'billing', record: 'billing enabled', redirectUris: ['https://billing.example.com/cb'] }
const API = { id: 'api', record: 'api enabled', redirectUris: ['https://api.example.com/cb'] }
const NOTHING = { family: undefined, clients: [], subject: undefined }

/** Promises of `lib/ports/token-state.ts`. */
export function tokenStateContract(check: Check): void {
  check('look gives family, clients and subject as the single reads give them', async ({ here, there }) => {
    await here.families.issue('f', 'alive', LONG)
    for (const client of [BILLING, API]) await here.clients.create(client)
    await here.subjects.revoke('alice')
    await here.subjects.endSession('alice', 's1', LONG)
    for (const session of ['s1', 's2']) {
      const state = await there.tokenState.look({
        family: 'f',
        clients: ['billing', 'api'],
        subject: { id: 'alice', session },
      })
      expect(state).toEqual({
        family: await here.families.read('f'),
        clients: [await here.clients.find('billing'), await here.clients.find('api')],
        subject: await here.subjects.read('alice', session),
      })
    }
    expect(
      await there.tokenState.look({ family: 'f', clients: ['billing'], subject: { id: 'alice', session: 's1' } }),
    ).toEqual({
      family: 'alive',
      clients: ['billing enabled'],
      subject: { ...UNTOUCHED, generation: 1, sessionEnded: true },
    })
  })

  check('look gives only the parts that were asked for', async ({ here }) => {
    await here.families.issue('f', 'alive', LONG)
    await here.clients.create(BILLING)
    expect(await here.tokenState.look({})).toEqual(NOTHING)
    expect(await here.tokenState.look({ family: 'f' })).toEqual({ ...NOTHING, family: 'alive' })
    expect(await here.tokenState.look({ clients: ['billing'] })).toEqual({ ...NOTHING, clients: ['billing enabled'] })
    expect(await here.tokenState.look({ subject: { id: 'bob', session: 's' } })).toEqual({
      ...NOTHING,
      subject: UNTOUCHED,
    })
  })

  check(
    'look gives clients in the order of the query, each as often as it was asked for, and nothing for the unknown',
    async ({ here, there }) => {
      for (const client of [BILLING, API]) await here.clients.create(client)
      const look = async (...clients: string[]) => (await there.tokenState.look({ clients })).clients
      expect(await look('api', 'billing')).toEqual(['api enabled', 'billing enabled'])
      expect(await look('billing', 'api')).toEqual(['billing enabled', 'api enabled'])
      expect(await look('api', 'api')).toEqual(['api enabled', 'api enabled'])
      expect(await look('unknown', 'api')).toEqual([undefined, 'api enabled'])
    },
  )

  check('look gives nothing for what is unknown, and version 0 for a subject never seen', async ({ here }) => {
    const { tokenState } = here
    expect(
      await tokenState.look({ family: 'unknown', clients: ['unknown'], subject: { id: 'unknown', session: 's' } }),
    ).toEqual({ family: undefined, clients: [undefined], subject: UNTOUCHED })
  })

  check('look sees at once what another node has revoked, replaced, removed or ended', async ({ here, there }) => {
    const look = () =>
      here.tokenState.look({ family: 'f', clients: ['billing'], subject: { id: 'alice', session: 's1' } })
    await here.families.issue('f', 'alive', LONG)
    await here.clients.create(BILLING)
    await look()
    await there.families.revoke('f')
    expect((await look()).family).toBeUndefined()
    await there.clients.replace(BILLING.record, { ...BILLING, record: 'disabled' })
    expect((await look()).clients).toEqual(['disabled'])
    await there.clients.remove('billing')
    expect((await look()).clients).toEqual([undefined])
    await there.subjects.endSession('alice', 's1', LONG)
    expect((await look()).subject).toEqual({ ...UNTOUCHED, sessionEnded: true })
    await there.subjects.revoke('alice')
    expect((await look()).subject?.generation).toBe(1)
  })

  check('look gives no family whose time is over, and no mark whose time is over', async ({ here, pass }) => {
    await here.families.issue('f', 'alive', BRIEF)
    await here.subjects.endSession('alice', 's1', BRIEF)
    await pass(OVER)
    expect(await here.tokenState.look({ family: 'f', subject: { id: 'alice', session: 's1' } })).toEqual({
      ...NOTHING,
      subject: UNTOUCHED,
    })
  })
}
