/** An app on `portico-sso/client`, in each framework: here, or as a separate process. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { pathToFileURL } from 'node:url'
import express from 'express'
import Fastify from 'fastify'
import Koa from 'koa'
import type * as ClientModule from '../../lib/client/index.ts'
import type { ClientOptions, ClientSession } from '../../lib/client/index.ts'
import { stoppedAtEnd } from './at-end.ts'
import { listening } from './listening.ts'

export const FRAMEWORKS = ['koa', 'express', 'fastify', 'node:http'] as const
export type Framework = (typeof FRAMEWORKS)[number]

/** Settings of a separate process. */
export interface AppSettings {
  readonly port: number
  readonly framework?: Framework
  readonly options: ClientOptions
  /** `memory`, or the URL of a Redis; a cookie without it. */
  readonly sessions?: string
  /** Folder of a copy of the client. */
  readonly copy?: string
}

const shown = async (session: ClientSession | undefined): Promise<object> =>
  session === undefined
    ? { user: null }
    : {
        user: session.user,
        roles: session.roles,
        acr: session.acr ?? null,
        token: await session.accessToken().catch((error: Error) => String(error)),
      }

/** `/` shows the session; `/me` and `POST /save` need a sign-in, `/editors` a role, `/closed` one that no user has. */
export async function clientApp(
  framework: Framework,
  client: ReturnType<typeof ClientModule.createClient>,
): Promise<RequestListener> {
  const guards = {
    '/me': client.guard(),
    '/save': client.guard(),
    '/editors': client.guard({ roles: ['editor'] }),
    '/closed': client.guard({ roles: ['nothing'] }),
  }
  if (framework === 'koa') {
    const app = new Koa()
    app.use(client.middleware())
    app.use(async (ctx, next) => {
      const guard = Object.entries(guards).find(([path]) => path === ctx.path)?.[1]
      if (guard === undefined) return next()
      await guard(ctx, next)
    })
    app.use(async (ctx) => {
      ctx.body = await shown(await client.session(ctx))
    })
    return app.callback() as RequestListener
  }
  if (framework === 'express') {
    const app = express()
    app.use(express.urlencoded())
    app.use(client.callback())
    for (const [path, guard] of Object.entries(guards)) app.use(path, guard)
    app.use(async (req, res) => {
      res.json(await shown(await client.session(req)))
    })
    return app
  }
  if (framework === 'fastify') {
    let listener: RequestListener = () => undefined
    const app = Fastify({ serverFactory: (handler) => createServer((listener = client.callback(handler))) })
    app.get('/', async (request) => shown(await client.session(request)))
    for (const [url, guard] of Object.entries(guards))
      app.route({
        method: ['GET', 'POST'],
        url,
        onRequest: guard as never,
        handler: async (request) => shown(await client.session(request)),
      })
    await app.ready()
    return listener
  }
  return client.callback((req, res) => {
    const answer = async () => res.end(JSON.stringify(await shown(await client.session(req))))
    const guard = Object.entries(guards).find(([path]) => path === req.url?.split('?')[0])?.[1]
    if (guard === undefined) void answer()
    else guard(req, res, () => void answer())
  })
}

/** Starts the app in a separate process. */
export async function appProcess(settings: AppSettings) {
  const child = fork(new URL(import.meta.url), [], {
    execArgv: [],
    env: { ...process.env, APP: JSON.stringify(settings) },
  })
  const ended = once(child, 'exit')
  const [ready] = await Promise.race([once(child, 'message'), ended])
  if (ready !== 'ready') throw new Error('the app ended before it was ready')
  return stoppedAtEnd({
    port: settings.port,
    /** Moves the clock of the process. */
    async forward(seconds: number) {
      const moved = once(child, 'message')
      child.send(seconds)
      await moved
    },
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  })
}

/** The client from its sources, or from a copy. */
const moduleOf = async (copy: string | undefined): Promise<typeof ClientModule> =>
  copy === undefined ? import('../../lib/client/index.ts') : import(pathToFileURL(`${copy}/index.js`).href)

/** Starts the app in this process. */
export async function startApp({
  port,
  framework = 'node:http',
  options,
  sessions,
  copy,
}: AppSettings): Promise<Server> {
  const { createClient, memorySessions, redisSessions } = await moduleOf(copy)
  const kept = sessions === 'memory' ? memorySessions() : sessions === undefined ? undefined : redisSessions(sessions)
  const client = createClient({ ...options, ...(kept === undefined ? {} : { sessions: kept }) })
  const server = createServer(await clientApp(framework, client))
  await listening(server, port)
  return server
}

if (process.env['APP'] !== undefined) {
  const settings = JSON.parse(process.env['APP']) as AppSettings
  let ahead = 0
  await startApp({ ...settings, options: { ...settings.options, clock: () => Date.now() + ahead } })
  process.on('message', (seconds: number) => {
    ahead += seconds * 1000
    process.send?.('moved')
  })
  process.send?.('ready')
}
