/** Which IP addresses a notice may go to (BC-06; D-S8). No name is resolved. */
import { privateAddresses } from '../../../lib/domain/sessions/private-addresses.ts'
import { words } from '../../support/words.ts'

const { allows, isPrivateAddress } = privateAddresses([])

/** The first and the last address of each network that is closed, with its neighbours outside where there are any. */
const NETWORKS: readonly (readonly [of: string, inside: readonly string[], outside: readonly string[]])[] = [
  ['this network', ['0.0.0.0', '0.255.255.255'], ['1.0.0.0']],
  ['private, 10/8', ['10.0.0.0', '10.255.255.255'], ['9.255.255.255', '11.0.0.0']],
  ['shared by subscribers', ['100.64.0.0', '100.127.255.255'], ['100.63.255.255', '100.128.0.0']],
  ['loopback', ['127.0.0.0', '127.0.0.1', '127.255.255.255'], ['126.255.255.255', '128.0.0.0']],
  [
    'link-local, with the metadata of clouds',
    ['169.254.0.0', '169.254.169.254', '169.254.170.2', '169.254.255.255'],
    ['169.253.255.255', '169.255.0.0'],
  ],
  ['private, 172.16/12', ['172.16.0.0', '172.31.255.255'], ['172.15.255.255', '172.32.0.0']],
  ['for protocols', ['192.0.0.0', '192.0.0.255'], ['191.255.255.255', '192.0.1.0']],
  ['for documents, 1', ['192.0.2.0', '192.0.2.255'], ['192.0.3.0']],
  ['relays of 6to4', ['192.88.99.0', '192.88.99.255'], ['192.88.98.255', '192.88.100.0']],
  ['private, 192.168/16', ['192.168.0.0', '192.168.255.255'], ['192.167.255.255', '192.169.0.0']],
  ['for benchmarks', ['198.18.0.0', '198.19.255.255'], ['198.17.255.255', '198.20.0.0']],
  ['for documents, 2', ['198.51.100.0', '198.51.100.255'], ['198.51.99.255', '198.51.101.0']],
  ['for documents, 3', ['203.0.113.0', '203.0.113.255'], ['203.0.112.255', '203.0.114.0']],
  ['groups, reserved, to all', ['224.0.0.0', '239.255.255.255', '240.0.0.0', '255.255.255.255'], ['223.255.255.255']],
  ['loopback, unspecified and compatible in IPv6', ['::', '::1', '::7f00:1', '::ffff:ffff'], ['::1:0:0']],
  ['translated, no IPv4', ['::ffff:0:0:0', '::ffff:0:7f00:1', '::ffff:0:ffff:ffff'], ['::fffe:0:0:0', '::ffff:1:0:0']],
  ['NAT64 of the network', ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'], ['64:ff9b:2::', '64:ff9b:0:ffff::1']],
  ['discarded', ['100::', '100::ffff:ffff:ffff:ffff'], ['100:0:0:1::', 'ff::1']],
  ['for protocols in IPv6', ['2001::', '2001:1ff:ffff::1'], ['2001:200::', '2000:ffff::1']],
  ['for documents, IPv6', ['2001:db8::', '2001:db8:ffff::1', '3fff::1', '3fff:fff::1'], ['2001:db9::', '3fff:1000::']],
  ['6to4', ['2002::', '2002:7f00:1::1', '2002:ffff::1'], ['2003::', '2001:ffff::1']],
  ['segments', ['5f00::', '5f00:ffff::1'], ['5f01::', '5eff::1']],
  ['unique local, with the metadata of clouds', ['fc00::', 'fd00:ec2::254', 'fdff:ffff::1'], ['fbff::1', 'fe00::']],
  ['link-local and site-local in IPv6', ['fe80::', 'febf::1', 'fec0::', 'feff::1'], ['fe7f::1']],
  ['groups in IPv6', ['ff00::', 'ff02::1', 'ffff::1'], []],
]

describe.each(NETWORKS)('%s', (_, inside, outside) => {
  it('is closed, and its neighbors are open', () => {
    expect(inside.filter((address) => allows(address, 'live'))).toEqual([])
    expect(outside.filter((address) => !allows(address, 'live'))).toEqual([])
  })
})

describe('an address may be written in many ways:', () => {
  it.each([
    ['mapped', '::ffff:127.0.0.1', '::ffff:8.8.8.8'],
    ['mapped, in groups', '::ffff:7f00:1', '::ffff:808:808'],
    ['mapped, at length', '0:0:0:0:0:ffff:a9fe:a9fe', '0000:0000:0000:0000:0000:FFFF:0808:0808'],
    ['behind NAT64', '64:ff9b::10.0.0.1', '64:ff9b::8.8.8.8'],
    ['behind NAT64, in groups', '64:ff9b::a9fe:a9fe', '64:ff9b::808:808'],
    ['with a zone', 'fe80::1%eth0', '2a00:1450::1%eth0'],
    ['in capitals', 'FD00::1', '2A00:1450::1'],
  ])('%s', (_, inside, outside) => expect([allows(inside, 'live'), allows(outside, 'live')]).toEqual([false, true]))

  it('what is no address is not connected to', () => {
    for (const text of ['', 'localhost', 'app.example', '127.1', '2130706433', '0x7f.0.0.1', '[::1]', '1.2.3.4.5'])
      expect([text, allows(text, 'live'), allows(text, 'development')]).toEqual([text, false, false])
  })
})

describe('the host of a URI is checked as it is understood when it is called:', () => {
  it.each(words`
    https://127.0.0.1/ https://127.0.0.1:8443/out?a=b https://user@127.0.0.1/
    http://169.254.169.254/latest/meta-data/ https://[fd00:ec2::254]/latest/meta-data/ https://[::1]/
    https://[::ffff:127.0.0.1]/ https://[0:0:0:0:0:ffff:0a00:0001]/ https://[64:ff9b::7f00:1]/ https://2130706433/
    https://0x7f000001/ https://0x7f.1/ https://017700000001/ https://0177.0.0.1/ https://127.1/ https://127.0.1/
    https://0/ https://167772161/ https://0251.0376.0251.0376/ https://%31%32%37.0.0.1/ https://１２７.0.0.1/
    https://127。0。0。1/ https://127.0.0.1./ https://localhost/ https://LocalHost:8443/ https://a.b.localhost/
  `)('%s leads inside', (uri) => expect(isPrivateAddress(uri)).toBe(true))

  it.each([
    ...words`
      https://app.example/ https://8.8.8.8/ https://134744072/ https://[2a00:1450::1]/ https://[::ffff:8.8.8.8]/
      https://localhost.example/ https://notlocalhost/ https://127.0.0.1.nip.example/
      https://app.example/?to=127.0.0.1 https://127.0.0.1@app.example/
    `,
    'not a URI',
  ])('%s does not, as far as it reports', (uri) => expect(isPrivateAddress(uri)).toBe(false))
})

it('a client in development reaches this machine, and nothing else inside', () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', '8.8.8.8'])
    expect([address, allows(address, 'development')]).toEqual([address, true])
  for (const address of ['0.0.0.0', '10.0.0.1', '169.254.169.254', '192.168.1.1', '::', '::2', 'fd00::1', 'fe80::1'])
    expect([address, allows(address, 'development')]).toEqual([address, false])
})

it('a deployment opens ranges, and no more than it names', () => {
  const opened = privateAddresses(['10.1.0.0/16', '127.0.0.1/32', 'fd12::/16'])
  for (const address of ['10.1.0.0', '10.1.255.255', '::ffff:10.1.2.3', '127.0.0.1', 'fd12::1'])
    expect([address, opened.allows(address, 'live')]).toEqual([address, true])
  for (const address of ['10.0.255.255', '10.2.0.0', '127.0.0.2', '::1', 'fd13::1', '192.168.0.1'])
    expect([address, opened.allows(address, 'live')]).toEqual([address, false])
  const hosts = ['10.1.2.3', '10.2.0.1', '127.0.0.1', '127.0.0.2', 'localhost']
  expect(hosts.map((host) => opened.isPrivateAddress(`https://${host}/`))).toEqual([false, true, false, true, false])
})
