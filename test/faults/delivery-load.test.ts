/** Many notices together: hundreds of clients in one session, and silent clients ahead of a good one (D-S8). */
import type { Delivery } from '../../lib/index.ts'
import { delivery } from '../contract/deliveries-contract.ts'
import { person } from '../support/actors.ts'
import { ALICE } from '../support/fixtures.ts'
import { startIdp } from '../support/idp.ts'
import { hangingReceivers } from '../support/logout-bad-receivers.ts'
import { everywhere } from '../support/logout-caller.ts'
import { logoutClient, startSink } from '../support/logout-sinks.ts'
import { forEachStore } from '../support/logout-stores.ts'
import { relyingParty } from '../support/relying-party.ts'
import { until } from '../support/until.ts'

const CLIENTS = 300
const HANGING = 600

forEachStore((start) => {
  it('300 clients in one session are all notified, each once, or again after a late response', async () => {
    const sink = await startSink()
    const clients = Array.from({ length: CLIENTS }, (_, index) =>
      logoutClient(`app-${index}`, { backchannel_logout_uri: `${sink.url}/${index}` }),
    )
    const idp = await start({ options: { clients } })
    const alice = person(idp)
    const [first, ...others] = clients.map((client) => relyingParty(idp, client))
    const tokens = await alice.signIn(first as NonNullable<typeof first>)
    // A machine that pauses for longer than the store's timeout makes it 503: the caller repeats the request.
    for (const client of others)
      await until(async () => (await alice.authorize(client, { prompt: 'none' })).code !== '')
    const [session] = await idp.portico.sessions.list(ALICE.sub)
    expect(session?.clients).toHaveLength(CLIENTS)

    expect((await everywhere(idp, tokens.access_token)).json().notifications).toHaveLength(CLIENTS)
    await sink.arrived(CLIENTS)
    expect(new Set(sink.notices.map(({ claims }) => claims.aud)).size).toBe(CLIENTS)
    // On a machine that pauses for longer than `deliveryTimeoutSeconds`, a response is late.
    const late = idp.log.lines.filter(({ fields }) => fields['code'] === 'logout-retry')
    await sink.arrived(CLIENTS + late.length)
    expect(sink.notices.length).toBeLessThanOrEqual(CLIENTS + late.length)
  })
})

it('a client that does not respond delays no other, however many notices it has', async () => {
  const [sink, [hanging]] = [await startSink(), await hangingReceivers(1)]
  const clients = [
    logoutClient('hanging', { backchannel_logout_uri: hanging?.url ?? '' }),
    logoutClient('good', { backchannel_logout_uri: sink.url }),
  ]
  const idp = await startIdp({ options: { clients, logout: { deliveryTimeoutSeconds: 2 } } })
  const notice = (clientId: string, index: number): Delivery =>
    delivery(`${clientId}-${index}`, {
      clientId,
      subject: ALICE.sub,
      session: `s${index}`,
      sid: `s${index}.x`,
      uri: sink.url,
      createdAt: index,
      // The hanging ones have waited longer, and come first.
      dueAt: clientId === 'good' ? 2 : 1,
      condition: JSON.stringify({ kind: 'session-end', generation: 0 }),
    })
  await idp.portico.storage.deliveries.put([
    ...Array.from({ length: HANGING }, (_, index) => notice('hanging', index)),
    notice('good', 0),
  ])
  await sink.arrived(1)
  // One wave of attempts that started without this knowledge, and some of the next.
  expect(hanging?.calls).toBeLessThan(HANGING / 2)
})
