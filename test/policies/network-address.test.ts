import { rateAddress, rateSite, siteLimit } from '../../policies/network-address.ts'

it.each([
  ['IPv4 as it is', '192.0.2.7', '192.0.2.7'],
  ['IPv4 as a socket of both families shows it', '::ffff:192.0.2.7', '192.0.2.7'],
  ['the same in capitals', '::FFFF:192.0.2.7', '192.0.2.7'],
  ['the same written out', '0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['the same with leading zeros', '0000:0000:0000:0000:0000:ffff:192.0.2.7', '192.0.2.7'],
  ['the same in hexadecimal', '::ffff:c000:207', '192.0.2.7'],
  ['the same in hexadecimal, written out', '0:0:0:0:0:FFFF:C000:0207', '192.0.2.7'],
  ['IPv6 by its /64', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['another interface of the same network', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['capitals and leading zeros', '2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['zeros left out at the end', '2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['zeros left out within the network', '2001:db8::5:6:7:8', '2001:db8:0:0::/64'],
  ['zeros left out at the beginning', '::5:6:7:8', '0:0:0:0::/64'],
  ['another network', '2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['this machine', '::1', '0:0:0:0::/64'],
  ['with a zone', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['another zone', 'fe80::1%25', 'fe80:0:0:0::/64'],
  ['IPv4 in the last groups', '64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['IPv4 behind zeros alone is no IPv4', '::192.0.2.7', '0:0:0:0::/64'],
  ['zeros left out before IPv4', '1::2:3:4:5:192.0.2.7', '1:0:2:3::/64'],
  ['the same written out', '1:0:2:3:4:5:192.0.2.7', '1:0:2:3::/64'],
  ['what is no address, as it is', 'unix:', 'unix:'],
  ['nothing, where the socket is gone', '', ''],
])('who counts as one address (D-G7): %s: %s', (_, address, expected) => expect(rateAddress(address)).toBe(expected))

describe('which addresses also count as one network (D-G12)', () => {
  it.each([
    ['the /48 of an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['another /64 of it', '2001:db8:1:ffff::1', '2001:db8:1::/48'],
    ['another /48', '2001:db8:2::1', '2001:db8:2::/48'],
    ['no host, for IPv4', '192.0.2.7', undefined],
    ['no host, for IPv4 as a socket of both families shows it', '::ffff:192.0.2.7', undefined],
    ['no host, for what is no address', '', undefined],
  ])('%s: %s', (_, address, expected) => expect(rateSite(address)).toBe(expected))

  it('it has eight times the limit', () =>
    expect(siteLimit({ limit: 30, windowSeconds: 60 })).toEqual({ limit: 240, windowSeconds: 60 }))
})
