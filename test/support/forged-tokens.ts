/** An attacker's variants of a valid access token (RFC 8725 s2). All must be rejected. */
import { createHmac, createPublicKey, generateKeyPairSync, type JsonWebKey, type KeyObject, sign } from 'node:crypto'
import type { Node } from './idp.ts'
import { claimsOf, headerOf } from './relying-party.ts'

type Json = Readonly<Record<string, unknown>>
export const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** A token with an unknown key. */
export function signed(header: Json, claims: Json, key: KeyObject = own.privateKey): string {
  const input = `${encode(header)}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' })
  return `${input}.${signature.toString('base64url')}`
}

/** A token that was forged without a valid one; it names a published key. */
export async function inventedToken(node: Node): Promise<string> {
  const [published] = (await node.send('/jwks')).json().keys as readonly { readonly kid: string }[]
  const now = Math.floor(Date.now() / 1000)
  return signed(
    { alg: 'ES256', typ: 'at+jwt', kid: published?.kid },
    {
      iss: node.issuer,
      sub: 'admin',
      aud: node.issuer,
      client_id: 'conf',
      scope: 'openid',
      iat: now,
      exp: now + 900,
      jti: 'x',
    },
  )
}

export async function forgedTokens(node: Node, good: string): Promise<readonly string[]> {
  const [head = '', payload = '', signature = ''] = good.split('.')
  const [header, claims] = [headerOf(good), claimsOf(good)]
  const [published] = (await node.send('/jwks')).json().keys as JsonWebKey[]
  const publicPem = createPublicKey({ key: published as JsonWebKey, format: 'jwk' }).export({
    format: 'pem',
    type: 'spki',
  })
  const keyed = `${encode({ ...header, alg: 'HS256' })}.${payload}`
  const forged = [
    'garbage',
    'a.b.c',
    '..',
    good.slice(0, -1),
    `${good}A`,
    `${head}.${payload}.`,
    `${head}.${payload}`,
    `${encode({ ...header, alg: 'none' })}.${payload}.`,
    `${encode({ ...header, alg: 'none' })}.${payload}.${signature}`,
    `${keyed}.${createHmac('sha256', publicPem).update(keyed).digest('base64url')}`,
    // A valid signature over other contents, and other contents under our key id.
    `${head}.${encode({ ...claims, sub: 'u-bob' })}.${signature}`,
    `${encode({ ...header, typ: 'JWT' })}.${payload}.${signature}`,
    signed(header, claims),
    signed({ ...header, kid: 'unknown' }, claims),
    signed({ ...header, jwk: own.publicKey.export({ format: 'jwk' }) }, claims),
    signed({ ...header, jku: `${node.issuer}/evil` }, claims),
    signed(header, { ...claims, iss: 'https://other.example' }),
    signed(header, { ...claims, aud: 'conf' }),
    signed({ ...header, crit: ['exp'] }, claims),
    // Zeros verify under a broken check (CVE-2022-21449).
    `${head}.${payload}.${Buffer.alloc(64).toString('base64url')}`,
  ]
  return forged.filter((token) => token !== good)
}
