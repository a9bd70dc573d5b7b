/**
 * A self-signed certificate for one host (X.509 in DER; RFC 5280 s4.1): Node reads certificates but does not create
 * them.
 */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts)
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const bits = (content: Buffer): Buffer => der(0x03, Buffer.from([0]), content)
const time = (at: number): Buffer =>
  der(0x17, Buffer.from(`${new Date(at).toISOString().replace(/\D/g, '').slice(2, 14)}Z`))

const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'))
const COMMON_NAME = '550403'
const ALTERNATIVE_NAME = '551d11'
const DAY_MS = 86_400_000
/** Its age. */
const LIVED_DAYS = 60

export interface Certificate {
  readonly key: string
  readonly cert: string
}

/**
 * @param days until it expires; negative: it has expired
 * @param subject must be unique if one caller trusts several
 */
export function selfSigned(host: string, days = 1, subject = host): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(oid(COMMON_NAME), der(0x0c, Buffer.from(subject)))))
  const alternative = isIPv4(host) ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host))
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_SHA256,
    name,
    sequence(time(Date.now() - LIVED_DAYS * DAY_MS), time(Date.now() + days * DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(oid(ALTERNATIVE_NAME), der(0x04, sequence(alternative))))),
  )
  const whole = sequence(content, ECDSA_SHA256, bits(sign('sha256', content, privateKey)))
  const lines = whole
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n')
  return {
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}
