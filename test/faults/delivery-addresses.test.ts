/** Where notices may go (BC-06; D-S8): not inside, by whatever name the inside is called. */
import { createServer as createTlsServer } from 'node:https'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { person } from '../support/actors.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { ALICE } from '../support/fixtures.ts'
import { type Idp, type IdpOptions, startIdp } from '../support/idp.ts'
import { everywhere } from '../support/logout-caller.ts'
import { selfSigned } from '../support/logout-certificate.ts'
import { logoutClient, openDoor, startSink } from '../support/logout-sinks.ts'
import { draftOf } from '../support/registered-client.ts'
import { type RelyingParty, relyingParty } from '../support/relying-party.ts'
import { until } from '../support/until.ts'
import { words } from '../support/words.ts'

/** Signs a user in and out at one client, and returns the ledger's entry. */
async function signOutAt(uri: string, environment: 'live' | 'development', options: IdpOptions['options'] = {}) {
  const client = logoutClient('target', { backchannel_logout_uri: uri, environment })
  const idp = await startIdp({
    options: { clients: [client], accounts: [ALICE], logout: { deliveryTimeoutSeconds: 2 }, ...options },
  })
  const answer = await everywhere(idp, (await person(idp).signIn(relyingParty(idp, client))).access_token)
  const newest = async () => (await idp.portico.deliveries.list({ limit: 1 })).entries[0]
  await until(async () => ['delivered', 'failed'].includes((await newest())?.state ?? ''))
  const entry = await newest()
  return { notifications: answer.json().notifications as readonly { readonly status: string }[], entry, idp }
}

/** Ways to name it; which addresses are inside is in domain/sessions/private-addresses.test.ts. */
const INSIDE = words`
  https://127.0.0.1:PORT/ https://localhost:PORT/ https://[::1]:PORT/ https://[::ffff:7f00:1]:PORT/
  https://[64:ff9b::7f00:1]:PORT/ https://0.0.0.0:PORT/ https://169.254.169.254/latest/meta-data/
  https://10.0.0.1/ https://[fd00::1]/
`

describe('BC-06: live clients whose addresses lead inside', () => {
  let idp: Idp
  let knocks: () => number
  let notifications: readonly { readonly status: string }[]
  beforeAll(async () => {
    const opened = await openDoor('127.0.0.1')
    knocks = opened.knocks
    const clients = INSIDE.map((pattern, index) =>
      logoutClient(`inside-${index}`, {
        backchannel_logout_uri: pattern.replace('PORT', String(opened.port)),
        environment: 'live',
      }),
    )
    idp = await startIdp({ options: { clients, accounts: [ALICE] } })
    const alice = person(idp)
    const [first, ...others] = clients.map((client) => relyingParty(idp, client)) as [RelyingParty, ...RelyingParty[]]
    const { access_token } = await alice.signIn(first)
    for (const client of others) await alice.open(client, { prompt: 'none' })
    notifications = (await everywhere(idp, access_token)).json().notifications as readonly { readonly status: string }[]
    await opened.close()
  })

  it.each(INSIDE.map((pattern, index) => [pattern, index] as const))(
    '%s: refused immediately and for good',
    async (_pattern, index) => {
      const { entries } = await idp.portico.deliveries.list({ limit: 1, clientId: `inside-${index}` })
      expect(entries[0]).toMatchObject({ state: 'failed', tries: 1, lastError: 'address not allowed' })
    },
  )

  it('no connection arrives, and the response reports that no client was notified', () => {
    expect(knocks()).toBe(0)
    expect(notifications.map(({ status }) => status)).toEqual(INSIDE.map(() => 'failed'))
  })

  it.each(INSIDE)('%s is refused at registration, and when a client goes live (D-S8)', async (pattern) => {
    const uri = pattern.replace('PORT', '8443')
    const id = `going-${INSIDE.indexOf(pattern)}`
    const draft = draftOf(id, { backchannelLogoutUri: uri })
    const issue = { field: 'backchannelLogoutUri', code: 'inside', uri }
    expect(await idp.portico.clients.create({ ...draft, environment: 'live' }, 'test')).toEqual({
      outcome: 'invalid',
      issues: [issue],
    })
    expect((await idp.portico.clients.create(draft, 'test')).outcome).toBe('done')
    expect(await idp.portico.clients.goLive(id, 'test')).toEqual({ outcome: 'not-allowed', reason: 'notices-inside' })
  })
})

describe('where a notice may go', () => {
  it('a development client reaches this machine, and nothing else inside', async () => {
    const sink = await startSink()
    expect((await signOutAt(sink.url, 'development')).entry?.state).toBe('delivered')
    const { entry } = await signOutAt('https://10.255.255.1/', 'development')
    expect(entry).toMatchObject({ state: 'failed', lastError: 'address not allowed' })
  })

  it('allowPrivateAddresses opens what it names, and no more', async () => {
    const certificate = selfSigned('127.0.0.1')
    const before = getCACertificates('default')
    setDefaultCACertificates([...before, certificate.cert])
    const sink = await startSink(undefined, {
      name: 'https',
      scheme: 'https',
      serve: (handler) => createTlsServer(certificate, handler),
    })
    stoppedAtEnd({ stop: () => setDefaultCACertificates(before) })
    const opened = await signOutAt(sink.url, 'live', { logout: { allowPrivateAddresses: ['127.0.0.1/32'] } })
    expect(opened.entry).toMatchObject({ state: 'delivered', lastStatus: 200 })
    const { port, knocks } = await openDoor('127.0.0.2')
    const closed = await signOutAt(`https://127.0.0.2:${port}/`, 'live', {
      logout: { allowPrivateAddresses: ['127.0.0.1/32', '10.0.0.0/8'] },
    })
    expect(closed.entry).toMatchObject({ state: 'failed', lastError: 'address not allowed' })
    expect(knocks()).toBe(0)
  })
})
