import { asciiDomain, mailAddress } from '../../policies/email-address.ts'

it.each([
  ['bücher.example', 'xn--bcher-kva.example'],
  ['EXAMPLE.com.', 'example.com'],
  ['exam\u00adple.com', 'example.com'],
  ['1.2', '1.2'],
  ['a b', ''],
  ['xn--ü.example', ''],
  ['ä b', ''],
])('the domain %j is %j', (name, domain) => expect(asciiDomain(name)).toBe(domain))

it.each([
  'a@b@c.example',
  '"a"@b.example',
  'a@',
  '@b.example',
  `${'a'.repeat(65)}@b.example`,
  `a@${'b'.repeat(250)}.example`,
])('%s is no address', (text) => expect(mailAddress(text)).toBeUndefined())

it.each(['a..b@docomo.example', 'a.@docomo.example'])('%s of a carrier is an address', (text) =>
  expect(mailAddress(text)?.address).toBe(text),
)
