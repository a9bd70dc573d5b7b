// An app of Hono around the block; it refreshes when its interval is over, here after a second.
import { serve } from '@hono/node-server'
import { getAuth } from '@hono/oidc-auth'
import { Hono } from 'hono'
import { sso } from './sso.mjs'

const app = new Hono()
app.get('/signed-out', (c) => c.text('Signed out'))
app.onError((error, c) => c.text(error.message, 500))
sso(app)
app.get('/', async (c) => c.text(`Hello ${(await getAuth(c)).name}`))
app.get('/refresh', async (c) => {
  const { rtk } = await getAuth(c)
  const before = globalThis.before
  globalThis.before = rtk
  return c.text(rtk !== before ? 'Refreshed' : 'The same token')
})
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' })
