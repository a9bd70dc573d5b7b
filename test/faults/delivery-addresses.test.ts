/** Where notices may go (BC-06; decision S8): not inside, by whatever name the inside is called. */
import { createServer as createTlsServer } from 'node:https'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { request } from 'node:http'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { addressGuard, ForbiddenAddress } from '../../lib/sessions/address-guard.ts'
import { person } from '../support/actors.ts'
import { startIdp } from '../support/idp.ts'
import type { IdpOptions } from '../support/idp.ts'
import { everywhere } from '../support/logout-caller.ts'
import { selfSigned } from '../support/logout-certificate.ts'
import { logoutClient, pause, startSink } from '../support/logout-sinks.ts'
import { relyingParty } from '../support/relying-party.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** A door that counts who knocks. */
async function door(host: string): Promise<{ readonly port: number; readonly knocks: () => number }> {
  let knocks = 0
  const server: Server = createServer((socket) => {
    knocks += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  ends.push(() => new Promise((resolve) => server.close(resolve)))
  return { port: (server.address() as AddressInfo).port, knocks: () => knocks }
}

/** Signs somebody in and out at one client, and gives what the ledger says. */
async function signOutAt(uri: string, environment: 'live' | 'development', options: IdpOptions['options'] = {}) {
  const client = logoutClient('target', { backchannel_logout_uri: uri, environment })
  const idp = await startIdp({ options: { clients: [client], logout: { deliveryTimeoutSeconds: 2 }, ...options } })
  ends.push(idp.stop)
  const answer = await everywhere(idp, (await person(idp).signIn(relyingParty(idp, client))).access_token)
  await pause(100)
  const [entry] = (await idp.portico.deliveries.list({ limit: 1 })).entries
  return { told: answer.json().notifications as readonly { readonly status: string }[], entry, idp }
}

describe('BC-06: a live client whose address leads inside', () => {
  it.each([
    'https://127.0.0.1:PORT/',
    'https://localhost:PORT/',
    'https://[::1]:PORT/',
    'https://[::ffff:7f00:1]:PORT/',
    'https://[64:ff9b::7f00:1]:PORT/',
    'https://0.0.0.0:PORT/',
    'https://127.9.9.9:PORT/',
    'https://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://127.0.0.1:6379/',
    'https://[::7f00:1]:PORT/',
  ])('%s: refused when it is connected to, at once and for good; nobody knocks', async (pattern) => {
    const { port, knocks } = await door('127.0.0.1')
    const { told, entry } = await signOutAt(pattern.replace('PORT', String(port)), 'live')
    expect(told.map(({ status }) => status)).toEqual(['failed'])
    expect(entry).toMatchObject({ state: 'failed', tries: 1, lastError: 'address not allowed' })
    expect(knocks()).toBe(0)
  })

  it.each([
    'https://2130706433/',
    'https://0x7f.1/',
    'https://017700000001/',
    'https://127.1/',
    'https://localhost./',
    'http://127.0.0.1/',
    'http://metadata.google.internal/',
    'https://user@127.0.0.1/',
    'gopher://127.0.0.1/',
    'file:///etc/passwd',
    'https:///x',
    'https://[::ffff:127.0.0.1]/',
  ])('%s cannot even be registered', async (uri) => {
    const idp = await startIdp({ options: { clients: [] } })
    ends.push(idp.stop)
    const { outcome } = await idp.portico.clients.create(
      {
        clientId: 'inside',
        clientName: 'Inside',
        ownerEmail: 'owner@example.com',
        type: 'confidential',
        environment: 'live',
        redirectUris: ['https://inside.example/callback'],
        postLogoutRedirectUris: [],
        backchannelLogoutUri: uri,
        scopes: ['openid'],
        consent: 'once',
      },
      'test',
    )
    expect(outcome).toBe('faulty')
  })

  it('a development client reaches this machine, and nothing else inside', async () => {
    const sink = await startSink()
    ends.push(sink.close)
    const here = await signOutAt(sink.url, 'development')
    expect(here.entry?.state).toBe('delivered')
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
    ends.push(sink.close, () => setDefaultCACertificates(before))
    const opened = await signOutAt(sink.url, 'live', { logout: { allowPrivateAddresses: ['127.0.0.1/32'] } })
    expect(opened.entry).toMatchObject({ state: 'delivered', lastStatus: 200 })
    const { port, knocks } = await door('127.0.0.2')
    const closed = await signOutAt(`https://127.0.0.2:${port}/`, 'live', {
      logout: { allowPrivateAddresses: ['127.0.0.1/32', '10.0.0.0/8'] },
    })
    expect(closed.entry).toMatchObject({ state: 'failed', lastError: 'address not allowed' })
    expect(knocks()).toBe(0)
  })
})

describe('what is looked up is what is connected to', () => {
  /** Connects by way of the guard, where the name has these addresses, one list a look-up. */
  async function reach(
    port: number,
    allowed: readonly string[],
    ...answers: readonly (readonly string[])[]
  ): Promise<{ readonly outcomes: readonly string[]; readonly asked: number }> {
    let asked = 0
    const guard = addressGuard(allowed, async () =>
      (answers[Math.min(asked++, answers.length - 1)] ?? []).map((address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      })),
    )
    const outcomes: string[] = []
    for (const _answer of answers) {
      outcomes.push(
        await new Promise((resolve) => {
          const sent = request(
            { host: 'app.example', port, method: 'POST', agent: false, lookup: guard.lookup('live') },
            (response) => {
              response.resume().on('end', () => resolve('reached'))
            },
          )
          sent.on('error', (error) => resolve(error instanceof ForbiddenAddress ? 'forbidden' : 'failed')).end()
        }),
      )
    }
    return { outcomes, asked }
  }

  it('rebinding: a name that was outside at the first try and is inside at the second is judged again', async () => {
    const sink = await startSink()
    ends.push(sink.close)
    const { outcomes, asked } = await reach(sink.port, ['127.0.0.1/32'], ['127.0.0.1'], ['127.0.0.2'], ['127.0.0.1'])
    expect(outcomes).toEqual(['reached', 'forbidden', 'reached'])
    // Once a connection: there is no second question whose answer could be another.
    expect(asked).toBe(3)
    expect(sink.notices).toHaveLength(2)
  })

  it('rebinding: one forbidden address among allowed ones closes them all', async () => {
    const { port, knocks } = await door('127.0.0.1')
    const { outcomes } = await reach(
      port,
      [],
      ['93.184.216.34', '127.0.0.1'],
      ['::ffff:127.0.0.1'],
      ['::ffff:7f00:1', '93.184.216.34'],
      [],
    )
    expect(outcomes).toEqual(['forbidden', 'forbidden', 'forbidden', 'forbidden'])
    expect(knocks()).toBe(0)
  })

  it.each([
    ['0.0.0.0', false],
    ['10.1.2.3', false],
    ['100.64.0.1', false],
    ['100.127.255.255', false],
    ['127.0.0.1', false],
    ['169.254.169.254', false],
    ['172.16.0.1', false],
    ['172.31.255.255', false],
    ['192.168.0.1', false],
    ['192.0.0.1', false],
    ['198.18.0.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::1', false],
    ['::127.0.0.1', false],
    ['::ffff:10.0.0.1', false],
    ['::ffff:a00:1', false],
    ['0:0:0:0:0:ffff:7f00:1', false],
    ['::ffff:0:127.0.0.1', false],
    ['64:ff9b::10.0.0.1', false],
    ['64:ff9b:1::1', false],
    ['fc00::1', false],
    ['fdff::1', false],
    ['fe80::1%eth0', false],
    ['fec0::1', false],
    ['ff02::1', false],
    ['2001:db8::1', false],
    ['2002:7f00:1::', false],
    ['no address', false],
    ['', false],
    ['93.184.216.34', true],
    ['100.63.255.255', true],
    ['100.128.0.0', true],
    ['172.32.0.1', true],
    ['11.0.0.1', true],
    ['1.1.1.1', true],
    ['2606:4700::1111', true],
    ['::ffff:1.1.1.1', true],
    ['64:ff9b::1.1.1.1', true],
    ['2a00:1450:4001::200e', true],
  ])('%s for a live client: %s', (address, allowed) => {
    expect(addressGuard([]).allows(address, 'live')).toBe(allowed)
  })

  it('ranges that the deployment opens count for mapped addresses as well', () => {
    const guard = addressGuard(['10.20.0.0/16', 'fd00:1::/32'])
    expect(
      ['10.20.1.1', '::ffff:10.20.1.1', 'fd00:1::5', '10.21.0.1', 'fd00:2::1'].map((address) => guard.allows(address, 'live')),
    ).toEqual([true, true, true, false, false])
  })
})
