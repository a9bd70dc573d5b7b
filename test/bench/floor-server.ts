/** The minimum work of a refresh: Koa reads a form, one Redis request, two ES256 signatures. Nothing is checked. */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { Redis } from 'ioredis'
import Koa from 'koa'
import { serve, settings } from './control.ts'

const { redis: address, port, issuer } = settings()
const redis = new Redis(address, { keyPrefix: 'floor:' })
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function signed(type: string): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: issuer,
    sub: 'u-alice',
    aud: 'bench',
    iat: now,
    exp: now + 900,
    jti: randomBytes(16).toString('base64url'),
  }
  const text = `${encoded({ alg: 'ES256', typ: type, kid: 'floor' })}.${encoded(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}

const app = new Koa()
app.use(async (ctx) => {
  const chunks: Buffer[] = []
  for await (const chunk of ctx.req) chunks.push(chunk as Buffer)
  const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
  const next = randomBytes(32).toString('base64url')
  await redis.set(`family:${form.get('client_id')}`, next, 'EX', 3_600)
  ctx.body = {
    access_token: signed('at+jwt'),
    id_token: signed('JWT'),
    refresh_token: next,
    token_type: 'Bearer',
    expires_in: 900,
  }
})
await serve(app.callback(), port, {}, () => redis.disconnect())
