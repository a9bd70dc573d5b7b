/** What is looked up is what is connected to (BC-06; D-S8): rebinding, mapped and special addresses. */
import { request } from 'node:http'
import { egressGuard, ForbiddenAddress } from '../../lib/domain/sessions/egress-guard.ts'
import { openDoor, startSink } from '../support/logout-sinks.ts'

describe('what is looked up is what is connected to', () => {
  /** Connects by way of the guard, where the name has these addresses, one list a look-up. */
  async function reach(
    port: number,
    allowed: readonly string[],
    ...answers: readonly (readonly string[])[]
  ): Promise<{ readonly outcomes: readonly string[]; readonly asked: number }> {
    let asked = 0
    const guard = egressGuard(allowed, async () =>
      (answers[Math.min(asked++, answers.length - 1)] ?? []).map((address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      })),
    )
    const outcomes: string[] = []
    for (const _answer of answers)
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
    return { outcomes, asked }
  }

  it('rebinding: a name that was outside at the first try and is inside at the second is judged again', async () => {
    const sink = await startSink()
    const { outcomes, asked } = await reach(sink.port, ['127.0.0.1/32'], ['127.0.0.1'], ['127.0.0.2'], ['127.0.0.1'])
    expect(outcomes).toEqual(['reached', 'forbidden', 'reached'])
    // Once a connection: there is no second question whose answer could be another.
    expect(asked).toBe(3)
    expect(sink.notices).toHaveLength(2)
  })

  it('rebinding: one forbidden address among allowed ones closes them all', async () => {
    const { port, knocks } = await openDoor('127.0.0.1')
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
    ['3fff:0:1::1', false],
    ['5f00::1', false],
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
  ])('%s for a live client: %s', (address, allowed) => expect(egressGuard([]).allows(address, 'live')).toBe(allowed))

  it.each([
    ...[
      '127.0.0.1',
      '127.9.9.9',
      '10.1.1.1',
      '169.254.169.254',
      '[fd00::1]',
      '[::1]',
      '[::ffff:7f00:1]',
      'localhost',
      'app.localhost',
    ].map((host) => [true, host] as const),
    ...['1.1.1.1', '[2606:4700::1111]', 'app.example.com', 'localhost.example.com', 'localhostile'].map(
      (host) => [false, host] as const,
    ),
  ])('%s is the answer to whether a URI with the host %s names a private address', (isPrivate, host) =>
    expect(egressGuard([]).isPrivateAddress(`https://${host}:8443/back`)).toBe(isPrivate),
  )

  it('what the deployment opens does not count as private, nor does what is no address', () => {
    const { isPrivateAddress } = egressGuard(['10.20.0.0/16', '127.0.0.1/32'])
    const hosts = ['10.20.1.1', '10.21.1.1', '127.0.0.1', '127.0.0.2', 'localhost']
    expect(hosts.map((host) => isPrivateAddress(`https://${host}/`))).toEqual([false, true, false, true, false])
    expect(isPrivateAddress('/back')).toBe(false)
  })

  it('ranges that the deployment opens count for mapped addresses as well', () => {
    const guard = egressGuard(['10.20.0.0/16', 'fd00:1::/32'])
    expect(
      ['10.20.1.1', '::ffff:10.20.1.1', 'fd00:1::5', '10.21.0.1', 'fd00:2::1'].map((address) =>
        guard.allows(address, 'live'),
      ),
    ).toEqual([true, true, true, false, false])
  })
})
