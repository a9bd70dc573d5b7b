/** The two forms of an ECDSA signature. */
import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { derSignature, joseSignature } from '../../../lib/domain/keys/ecdsa-signature.ts'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const jose = { dsaEncoding: 'ieee-p1363' } as const

/** Numbers with every way to begin: a zero byte in front is left out in DER, a high first bit asks for one. */
const numbers = ['01', '7f', '80', 'ff', '0001', '00ff']
  .map((begin) => begin.padEnd(64, 'a5'))
  .concat(`${'0'.repeat(62)}01`, 'f'.repeat(64))

it('a signature that was made in DER is verified in the form of JOSE, and the other way round', () => {
  for (let turn = 0; turn < 600; turn += 1) {
    const data = Buffer.from(`message ${turn}`)
    expect(verify('sha256', data, { key: publicKey, ...jose }, joseSignature(sign('sha256', data, privateKey)))).toBe(
      true,
    )
    expect(verify('sha256', data, publicKey, derSignature(sign('sha256', data, { key: privateKey, ...jose })))).toBe(
      true,
    )
  }
})

it.each(numbers.flatMap((r) => numbers.map((s) => [r, s])))('r %s and s %s come back as they were', (r, s) => {
  expect(joseSignature(derSignature(Buffer.from(r + s, 'hex'))).toString('hex')).toBe(r + s)
})

it('a changed bit anywhere is noticed', () => {
  const data = Buffer.from('message')
  const good = joseSignature(sign('sha256', data, privateKey))
  for (let bit = 0; bit < good.length * 8; bit += 1) {
    const bad = Buffer.from(good)
    bad[bit >> 3] = (bad[bit >> 3] as number) ^ (1 << (bit & 7))
    expect(verify('sha256', data, publicKey, derSignature(bad))).toBe(false)
  }
})

it('all zeros are a signature of nothing', () =>
  expect(verify('sha256', Buffer.from('message'), publicKey, derSignature(Buffer.alloc(64)))).toBe(false))
