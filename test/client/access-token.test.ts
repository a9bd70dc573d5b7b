/** `verifyAccessToken` and its middleware: what an API accepts, by signature and by introspection. */
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import express from 'express'
import Fastify from 'fastify'
import Koa from 'koa'
import { type AccessTokenOptions, requireAccessToken, verifyAccessToken } from '../../lib/client/index.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { CONF, CONF2 } from '../support/fixtures.ts'
import { send } from '../support/http.ts'
import { type Idp, runningIdp } from '../support/idp.ts'
import { closed, listening } from '../support/listening.ts'
import { lyingProvider } from '../support/lying-provider.ts'
import type { TokenSet } from '../support/relying-party.ts'

const AUDIENCE = 'sso-resource-api'
const lying = await lyingProvider()
const now = () => Math.floor(Date.now() / 1000)
const claims = (more: object = {}) => ({
  ...{ iss: lying.issuer, aud: AUDIENCE, sub: 'u-1', exp: now() + 60, iat: now(), scope: 'openid profile', ...more },
})
const signed = (more: object = {}, typ: string | undefined = 'at+jwt', kid?: string) =>
  lying.sign(claims(more), { ...(typ === undefined ? {} : { typ }), ...(kid === undefined ? {} : { kid }) })
const options = { issuer: lying.issuer, audience: AUDIENCE }
const outcome = (token: string, more: object = {}) =>
  verifyAccessToken(token, { ...options, ...more }).then(
    ({ sub }) => sub,
    ({ status, error }) => `${status} ${error}`,
  )
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

it.each([
  ['an access token', () => signed(), 'u-1'],
  ['one of several audiences', () => signed({ aud: ['other', AUDIENCE] }), 'u-1'],
  ['the long type', () => signed({}, 'application/at+jwt'), 'u-1'],
  ['an ID token', () => signed({}, 'JWT'), '401 invalid_token'],
  ['a token without a type', () => lying.sign(claims()), '401 invalid_token'],
  ['a logout token', () => signed({}, 'logout+jwt'), '401 invalid_token'],
  ['another issuer', () => signed({ iss: 'https://other.example' }), '401 invalid_token'],
  ['another audience', () => signed({ aud: 'other' }), '401 invalid_token'],
  ['no audience', () => signed({ aud: undefined }), '401 invalid_token'],
  ['expired', () => signed({ exp: now() - 1 }), '401 invalid_token'],
  ['without an expiry', () => signed({ exp: undefined }), '401 invalid_token'],
  ['not valid yet', () => signed({ nbf: now() + 60 }), '401 invalid_token'],
  ['alg none', () => `${base64({ alg: 'none', typ: 'at+jwt' })}.${base64(claims())}.`, '401 invalid_token'],
  ['a changed payload', async () => (await signed()).replace(/\.\w{9}/, '.aaaaaaaaa'), '401 invalid_token'],
  ['not a token', () => 'x', '401 invalid_token'],
  ['nothing', () => '', '401 invalid_token'],
  ['no token', () => undefined as never, '401 invalid_token'],
])('%s', async (_, token, expected) => expect(await outcome(await token())).toBe(expected))

it('needs scopes and roles', async () => {
  expect(await outcome(await signed(), { scopes: ['profile'] })).toBe('u-1')
  expect(await outcome(await signed(), { scopes: ['profile', 'email'] })).toBe('403 insufficient_scope')
  const asEditor = { roles: ['editor', 'admin'] }
  expect(await outcome(await signed({ roles: ['editor'] }), asEditor)).toBe('u-1')
  expect(await outcome(await signed({ roles: ['reader'] }), asEditor)).toBe('403 access_denied')
})

it.each([
  [{ scope: ['profile'] }, 'unknown option scope;'],
  [{ role: ['editor'] }, 'unknown option role;'],
  [{ scopes: 'profile' }, 'scopes must be a list'],
  [{ roles: [] }, 'roles must be a list'],
  [{ introspection: { clientID: 'orders' } }, 'unknown option clientID;'],
  [{ introspection: true }, 'unknown option true;'],
  [{ issuer: undefined }, 'issuer must be an https URL'],
])('options that would check less are refused before the first request: %j', async (more, words) => {
  const wrong = { ...options, ...more } as AccessTokenOptions
  expect(() => requireAccessToken(wrong)).toThrow(words)
  await expect(verifyAccessToken(await signed(), wrong)).rejects.toThrow(words)
})

it('fetches the keys once for parallel tokens, and again for unknown keys once per minute', async () => {
  const own = await lyingProvider()
  const at = { issuer: own.issuer, audience: AUDIENCE }
  const token = await own.sign({ ...claims(), iss: own.issuer }, { typ: 'at+jwt' })
  await Promise.all(Array.from({ length: 20 }, () => verifyAccessToken(token, at)))
  const unknown = await own.sign({ ...claims(), iss: own.issuer }, { typ: 'at+jwt', kid: 'unknown' })
  for (let turn = 0; turn < 3; turn += 1)
    await expect(verifyAccessToken(unknown, at)).rejects.toMatchObject({ status: 401 })
  expect([own.asked('/jwks'), own.asked('/.well-known/openid-configuration')]).toEqual([1, 1])
})

it('responds with 503 while the provider is away, and tries again', async () => {
  const own = await lyingProvider()
  const token = await own.sign({ ...claims(), iss: own.issuer }, { typ: 'at+jwt' })
  own.lie({ jwks: (res) => res.writeHead(500).end() })
  const at = { issuer: own.issuer, audience: AUDIENCE }
  await expect(verifyAccessToken(token, at)).rejects.toMatchObject({ status: 503, error: 'temporarily_unavailable' })
  own.lie({})
  expect(await verifyAccessToken(token, at)).toMatchObject({ sub: 'u-1' })
  const absent = { issuer: 'http://localhost:1', audience: AUDIENCE }
  await expect(verifyAccessToken(token, absent)).rejects.toMatchObject({ status: 503 })
})

describe('with Portico', () => {
  let idp: Idp
  let tokens: TokenSet
  const introspection = { clientId: CONF2.client_id, clientSecret: CONF2.client_secret, cacheSeconds: 0 }
  const at = () => ({ issuer: idp.issuer, clock: idp.clock.now })
  beforeAll(async () => {
    idp = await runningIdp()
    tokens = await idp.user().signIn(idp.party(), { scope: 'openid profile roles offline_access' })
  })

  it('accepts what introspection accepts, and reads roles at userinfo', async () => {
    const { access_token: token } = tokens
    const required = { ...at(), scopes: ['profile'], roles: ['editor'] }
    expect(await verifyAccessToken(token, required)).toMatchObject({ sub: 'u-alice' })
    expect(await verifyAccessToken(token, { ...required, introspection })).toMatchObject({ sub: 'u-alice' })
    await expect(verifyAccessToken(token, { ...at(), roles: ['x'] })).rejects.toMatchObject({ status: 403 })
    for (const other of [tokens.id_token, tokens.refresh_token])
      for (const more of [
        {},
        { introspection },
        { introspection: { ...introspection, clientId: CONF.client_id, clientSecret: CONF.client_secret } },
      ])
        await expect(verifyAccessToken(other, { ...at(), ...more })).rejects.toMatchObject({ status: 401 })
    const wrong = { ...introspection, clientSecret: 'wrong' }
    await expect(verifyAccessToken(token, { ...at(), introspection: wrong })).rejects.toMatchObject({ status: 503 })
  })

  it('by introspection, a revoked token is refused immediately; with a cache, after its time', async () => {
    const { access_token: token } = await idp.user().signIn(idp.party())
    const cached = { ...at(), introspection: { ...introspection, cacheSeconds: 600 } }
    await verifyAccessToken(token, cached)
    await idp.party().revoke(token)
    await expect(
      verifyAccessToken(token, { ...at(), introspection: { ...introspection, cacheSeconds: 0 } }),
    ).rejects.toMatchObject({ status: 401 })
    expect(await verifyAccessToken(token, at())).toMatchObject({ sub: 'u-alice' })
  })

  const servers: Readonly<Record<string, () => Promise<RequestListener>>> = {
    async koa() {
      const app = new Koa()
      app.use(requireAccessToken({ ...at(), scopes: ['profile'] }))
      app.use((ctx) => {
        ctx.body = ctx.state.accessToken
      })
      return app.callback() as RequestListener
    },
    async express() {
      const app = express()
      app.get('/', requireAccessToken({ ...at(), scopes: ['profile'] }), (req, res) => void res.json(req.accessToken))
      return app
    },
    async fastify() {
      const app = Fastify()
      const onRequest = requireAccessToken({ ...at(), scopes: ['profile'] })
      app.get('/', { onRequest: onRequest as never }, (request) => (request as unknown as IncomingMessage).accessToken)
      await app.ready()
      return (req, res) => app.routing(req, res)
    },
    async 'node:http'() {
      const required = requireAccessToken({ ...at(), scopes: ['profile'] })
      return (req, res) => required(req, res, () => res.end(JSON.stringify(req.accessToken)))
    },
  }
  it.each(Object.entries(servers))('middleware of %s', async (_, start) => {
    const server = createServer(await start())
    const port = await listening(server)
    stoppedAtEnd({ close: () => closed(server) })
    const call = async (authorization?: string) => {
      const answer = await send(port, '/', { headers: authorization === undefined ? {} : { authorization } })
      return [answer.status, answer.headers['www-authenticate'], answer.json().sub ?? answer.json().error]
    }
    expect(await call(`Bearer ${tokens.access_token}`)).toEqual([200, undefined, 'u-alice'])
    expect(await call()).toEqual([401, 'Bearer', 'login_required'])
    expect(await call('Basic x')).toEqual([401, 'Bearer', 'login_required'])
    expect(await call('Bearer x')).toEqual([401, 'Bearer error="invalid_token"', 'invalid_token'])
    const { access_token: few } = await idp.user().signIn(idp.party(), { scope: 'openid' })
    const challenge = 'Bearer error="insufficient_scope", scope="profile"'
    expect(await call(`Bearer ${few}`)).toEqual([403, challenge, 'insufficient_scope'])
  })
})
