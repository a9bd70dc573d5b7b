/** Ways to mount the service that a developer tries first: each works, or reports the mistake and its fix. */
import {
  type ClientHttp2Session,
  connect,
  createServer as createHttp2Server,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
} from 'node:http2'
import type { AddressInfo } from 'node:net'
import express, { type RequestHandler as ExpressHandler } from 'express'
import Fastify, { type FastifyInstance } from 'fastify'
import Koa from 'koa'
import type { Portico } from '../../lib/index.ts'
import { NAVIGATION } from '../support/browser.ts'
import type { RequestHandler } from '../support/hosts.ts'
import { type Answer, encodeFields, type Fields } from '../support/http.ts'
import { type Idp, startIdp } from '../support/idp.ts'

const start = async (site: (portico: Portico) => RequestHandler): Promise<Idp> => await startIdp({ mount: 'koa', site })
const signInAndRefresh = async (node: Idp): Promise<number> => {
  const conf = node.party()
  const { refresh_token } = await node.user().signIn(conf, { scope: 'openid offline_access' })
  return (await conf.refresh(refresh_token)).status
}

const misplaced = ({ log }: Idp): readonly unknown[] =>
  log.lines.filter(({ fields }) => fields['code'] === 'mount-path-mismatch').map(({ fields }) => fields)

type Mounting = (host: express.Express, sso: Portico) => void

const unknown: ExpressHandler = (_req, res) => void res.status(404).send('the host knows no such page')

describe('Express', () => {
  const app =
    (mount: Mounting) =>
    (sso: Portico): RequestHandler => {
      const host = express()
      mount(host, sso)
      return host.use(unknown)
    }
  const all = { type: () => true }
  it.each<readonly [string, Mounting]>([
    ['without a path', (host, sso) => host.use(sso.callback())],
    ['with its path', (host, sso) => host.use('/sso', sso.callback())],
    ['with its path, in a router', (host, sso) => host.use('/', express.Router().use('/sso', sso.callback()))],
    ['behind urlencoded', (host, sso) => host.use(express.urlencoded(), sso.callback())],
    ['behind json', (host, sso) => host.use(express.json(), sso.callback())],
    ['behind raw', (host, sso) => host.use(express.raw(all), sso.callback())],
    ['behind text', (host, sso) => host.use(express.text(all), sso.callback())],
    ['with an app as its fallback', (host, sso) => host.use(sso.callback(express().use(unknown)))],
  ])('works %s', async (_, mount) => {
    const node = await start(app(mount))
    expect(await signInAndRefresh(node)).toBe(200)
    expect(await node.send('/nowhere')).toMatchObject({ status: 404, text: 'the host knows no such page' })
    expect(misplaced(node)).toEqual([])
  })

  it('at another path than that of baseUrl responds to nothing, and the log has it, once', async () => {
    const node = await start(app((host, sso) => host.use('/auth', sso.callback())))
    expect((await node.send('host:/auth/token', { body: {} })).text).toBe('the host knows no such page')
    expect((await node.send('host:/auth/nothing')).status).toBe(404)
    await node.send('host:/auth/authorize')
    expect(misplaced(node)).toEqual([{ code: 'mount-path-mismatch', mounted_at: '/auth', base_url_path: '/sso' }])
  })

  it('where a parser has read the body and left nothing, the error names the host’s mistake', async () => {
    const eats: ExpressHandler = (req, _res, next) => void req.resume().on('end', () => next())
    const node = await start(app((host, sso) => host.use(eats, sso.callback())))
    const answer = await node.send('/token', { body: { grant_type: 'authorization_code' } })
    expect([answer.status, answer.json()]).toMatchObject([
      500,
      {
        error: 'server_error',
        error_ref: 'body_read_before',
        error_description: 'the body was read before it reached Portico',
      },
    ])
    expect((await node.send('/errors/body_read_before')).json().advice).toContain('before any body parser')
    expect(node.log.lines.at(-2)?.fields).toMatchObject({
      error_ref: 'body_read_before',
      detail: 'nothing was left of it in body or rawBody',
    })
    const page = await node.send('/authorize', { body: { client_id: 'conf' }, headers: NAVIGATION })
    expect([page.status, page.headers['content-type'], page.text]).toEqual([
      500,
      'text/html; charset=utf-8',
      expect.stringContaining('body_read_before'),
    ])
    // Without a body there is nothing to miss.
    expect((await node.send('/token', { method: 'POST' })).status).toBe(400)
  })
})

describe('Fastify', () => {
  const bridge =
    (build: (app: FastifyInstance, portico: Portico) => void) =>
    (portico: Portico): RequestHandler => {
      const app = Fastify()
      build(app, portico)
      return (req, res) => void app.ready().then(() => app.routing(req, res))
    }

  it('works in a separate scope whose parsers leave the body', async () => {
    const node = await start(
      bridge((app, sso) => {
        void app.register(async (scope) => {
          scope.removeAllContentTypeParsers()
          scope.addContentTypeParser('*', (_request, _body, done) => done(null))
          scope.all('/sso/*', (request, reply) => {
            reply.hijack()
            sso.callback()(request.raw, reply.raw)
          })
        })
        app.post('/echo', ({ body }) => body)
      }),
    )
    expect(await signInAndRefresh(node)).toBe(200)
    expect(
      (await node.send('host:/echo', { body: '{"a":1}', headers: { 'content-type': 'application/json' } })).json(),
    ).toEqual({ a: 1 })
  })

  it('whose parser has read the body gets an error, and may hand the body over', async () => {
    let isHandedOver = false
    const node = await start(
      bridge((app, sso) => {
        // As @fastify/formbody does it.
        app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
          done(null, Object.fromEntries(new URLSearchParams(body as string))),
        )
        app.all('/sso/*', (request, reply) => {
          reply.hijack()
          if (isHandedOver) Object.assign(request.raw, { body: request.body })
          sso.callback()(request.raw, reply.raw)
        })
      }),
    )
    expect((await node.send('/token', { body: { a: 'b' } })).json()).toMatchObject({ error_ref: 'body_read_before' })
    isHandedOver = true
    expect(await signInAndRefresh(node)).toBe(200)
  })

  it("is told that its own request is not Node's", async () => {
    const node = await start(bridge((app, sso) => void app.all('/sso/*', sso.callback() as never)))
    const { status, text } = await node.send('/.well-known/openid-configuration')
    expect([status, text]).toEqual([500, expect.stringContaining('request.raw and reply.raw')])
  })
})

it('a call in the Koa form fails in other frameworks with a clear error, and the other way round', async () => {
  const node = await start((portico) => {
    const app = new Koa()
    app.use(async (ctx, next) => {
      await next().catch((error: Error) => (ctx.body = error.message))
    })
    app.use(portico.callback() as never)
    return app.callback() as RequestHandler
  })
  expect((await node.send('/token')).text).toContain('in Koa it is sso.middleware()')
  await expect(node.portico.middleware()({} as never, async () => {})).rejects.toThrow(
    'with (req, res) it is sso.callback()',
  )
})

it('HTTP/2, which browsers and apps speak to a server of node:http2', async () => {
  let handler: RequestHandler = () => {}
  const server = createHttp2Server((req, res) => handler(req as never, res as never))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const issuer = `http://localhost:${port}/sso`
  const node = await startIdp({ mount: 'koa', issuer, site: (portico) => portico.callback() })
  handler = node.portico.callback() as RequestHandler
  const session = connect(`http://localhost:${port}`)
  const over2 = { ...node, send: overHttp2(session, new URL(issuer)) }
  const conf = over2.party()
  const { access_token, refresh_token } = await over2.user().signIn(conf, { scope: 'openid email offline_access' })
  expect((await conf.userinfo(access_token)).json()).toMatchObject({ email_verified: true })
  expect((await conf.refresh(refresh_token)).status).toBe(200)
  expect((await over2.send('/nowhere')).json()).toMatchObject({ error: 'not_found' })
  session.close()
  server.close()
})

const overHttp2 =
  (session: ClientHttp2Session, { origin, pathname }: URL): Idp['send'] =>
  (address, { method, headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const form = typeof body === 'object' ? encodeFields(body as Fields) : body
      const path = address.startsWith(origin) ? address.slice(origin.length) : pathname + address
      const stream = session.request({
        ...(headers as Record<string, string>),
        ':path': path,
        ':method': method ?? (form === undefined ? 'GET' : 'POST'),
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      })
      let text = ''
      let answered: IncomingHttpHeaders & IncomingHttpStatusHeader = {}
      stream.setEncoding('utf8').on('error', reject)
      stream.on('response', (received) => (answered = received)).on('data', (chunk: string) => (text += chunk))
      stream.on('end', () =>
        resolve({
          status: answered[':status'] ?? 0,
          headers: answered,
          setCookies: answered['set-cookie'] ?? [],
          text,
          json: () => JSON.parse(text) as unknown,
        } as unknown as Answer),
      )
      stream.end(form)
    })
