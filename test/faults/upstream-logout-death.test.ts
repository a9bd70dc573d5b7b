/**
 * kill -9 of a node while it ends the sessions that a provider's logout token names: the token gets no response,
 * arrives again, and ends them; their apps are notified (D-S8, D-G10).
 */
import { join } from 'node:path'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import type { PorticoOptions } from '../../lib/index.ts'
import { ROOT_SECRET } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { startIdp } from '../support/idp.ts'
import { type NodeSetting, startNodeProcess } from '../support/logout-processes.ts'
import { logoutClient, startSink } from '../support/logout-sinks.ts'
import { lyingProvider } from '../support/lying-provider.ts'
import { newFolder } from '../support/new-folder.ts'
import { HANG_MS } from '../support/patience.ts'
import { claimsOf, relyingParty } from '../support/relying-party.ts'
import { connectorTo, deliver, signedLogout, visitBy } from '../support/upstream-visitor.ts'

const folder = newFolder()
const [sink, provider] = [await startSink(), await lyingProvider()]
afterEach(() => sink.clear())

it.each([
  [1, 'before it has marked what ends'],
  [5, 'before the notice is released'],
])('it dies at step %i, %s', async (step) => {
  const file = join(folder, `${step}.sqlite`)
  const port = await freePort()
  const own = logoutClient('app', { backchannel_logout_uri: sink.url })
  const setting: NodeSetting = {
    issuer: `http://localhost:${port}`,
    port,
    store: { file },
    options: {
      secret: ROOT_SECRET,
      clients: [own],
      rateLimits: false,
      login: { upstreams: [connectorTo(provider, 'p')] },
    },
  }
  const first = await startNodeProcess(setting)
  const app = relyingParty(first.node, own)
  const visitor = await visitBy({ node: first.node, provider, id: 'p', app }, { subject: 'u-1', sid: 's-1' })
  const { id_token, refresh_token } = await visitor.enter()
  const token = await signedLogout(provider, { sid: 's-1' })
  await first.dieAt(step)
  await expect(deliver(first.node, 'p', token)).rejects.toThrow()
  expect(await first.isDead(HANG_MS)).toBe(true)
  expect(sink.notices).toHaveLength(0)

  // The service again, immediately: another node may still be at work, so the token is not refused as a replay.
  const soon = await startIdp({
    issuer: setting.issuer,
    options: { ...setting.options, storage: embeddedStorage({ file }) },
  })
  const early = await deliver(soon, 'p', token).finally(() => soon.stop())
  expect([early.status, Number(early.headers['retry-after']) > 0]).toEqual([503, true])

  // After the time in which leases run out.
  const clock = (): number => Date.now() + 60_000
  const options: Partial<PorticoOptions> = { ...setting.options, storage: embeddedStorage({ file, now: clock }), clock }
  const idp = await startIdp({ issuer: setting.issuer, options })
  expect((await deliver(idp, 'p', token)).status).toBe(200)
  expect((await deliver(idp, 'p', token)).status).toBe(400)
  const { sub, sid } = claimsOf(id_token)
  expect(await idp.portico.sessions.list(sub as string)).toEqual([])
  expect((await relyingParty(idp, own).refresh(refresh_token)).status).toBe(400)
  expect((await sink.arrived(1))[0]?.claims).toMatchObject({ sub, sid })
})
