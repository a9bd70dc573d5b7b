/** A host with pages, in Koa and on a bare server: open pages, guarded pages, and a sign-out button. */
import Koa, { type Middleware } from 'koa'
import type { GuardRequirements, Portico } from '../../lib/index.ts'
import { ACR_TWO_FACTORS } from '../../policies/authentication-context.ts'
import type { RequestHandler } from './hosts.ts'
import type { Node } from './idp.ts'

/** Path of a page to its guard. */
const GUARDED: Readonly<Record<string, GuardRequirements>> = {
  '/members': {},
  // At the start of a Location header, it would be another host.
  '//evil.example/': {},
  '/editors': { roles: ['editor', 'chief'] },
  '/strong': { acr: ACR_TWO_FACTORS },
  '/fresh': { maxAge: 60 },
}

export function koaSite(portico: Portico): RequestHandler {
  const app = new Koa()
  app.silent = true
  app.use(portico.middleware() as Middleware)
  app.use(async (ctx, next) => {
    if (ctx.path === '/open') ctx.body = { session: (await portico.session(ctx)) ?? null }
    else if (ctx.path === '/leave' && ctx.method === 'POST') await portico.signOut(ctx)
    else await next()
  })
  for (const [path, requirements] of Object.entries(GUARDED)) {
    const guard = portico.guard(requirements)
    app.use(async (ctx, next) => {
      if (ctx.path !== path) return next()
      await guard(ctx, async () => {
        ctx.body = `the page ${ctx.url}`
      })
    })
  }
  return app.callback() as RequestHandler
}

export function nodeSite(portico: Portico): RequestHandler {
  const guards = Object.entries(GUARDED).map(([path, requirements]) => [path, portico.guard(requirements)] as const)
  return portico.callback((req, res) => {
    const path = (req.url ?? '').split('?')[0]
    if (path === '/open') {
      portico.session(req).then(
        (session) => res.end(JSON.stringify({ session: session ?? null })),
        () => res.writeHead(500).end(),
      )
      return
    }
    if (path === '/leave' && req.method === 'POST') return void portico.signOut(req, res)
    const guard = guards.find(([guarded]) => guarded === path)?.[1]
    if (guard === undefined) return void res.writeHead(404).end('the host knows no such page')
    guard(req, res, (error) => {
      if (error !== undefined) res.writeHead(500).end()
      else res.end(`the page ${req.url}`)
    })
  })
}

/** The host's own origin as paths of the node. */
export const atHost = (node: Node): Node => ({
  ...node,
  send: (address, message) => {
    const { origin } = new URL(node.issuer)
    return node.send(address.startsWith(origin) ? `host:${address.slice(origin.length)}` : address, message)
  },
})
