/** The service in each kind of host, as that host's own types see it. */
import { createServer } from 'node:http'
import express from 'express'
import Koa from 'koa'
import type { Portico } from 'portico-sso'

export function inKoa(sso: Portico): Koa {
  const app = new Koa()
  app.use(sso.middleware())
  app.use((ctx) => {
    ctx.body = 'the host'
  })
  return app
}

export const onNode = (sso: Portico): readonly unknown[] => [
  createServer(sso.callback()),
  createServer(
    sso.callback((_req, res) => {
      res.end('the host')
    }),
  ),
]

/** In Next.js. */
export const inNext = (sso: Portico, cookie: string) => sso.session({ headers: { cookie } })

export const inExpress = (sso: Portico): express.Express =>
  express()
    .use(sso.callback())
    .use('/members', sso.guard({ roles: ['member'] }))

export const misused = (sso: Portico): readonly unknown[] => [
  // @ts-expect-error a callback is for (req, res), not for a context
  new Koa().use(sso.callback()),
  // @ts-expect-error a middleware waits for its next, a server has none
  createServer(sso.middleware()),
  // @ts-expect-error what the service was made from does not change
  (sso.configuration.lifetimes.accessToken = 60),
]
