// The middleware of the README, which reads everything from the environment.
import { serve } from '@hono/node-server'
import { getAuth, oidcAuthMiddleware, processOAuthCallback } from '@hono/oidc-auth'
import { Hono } from 'hono'

const app = new Hono()
app.onError((error, c) => c.text(error.message, 500))
app.get('/callback', (c) => processOAuthCallback(c))
app.use('*', oidcAuthMiddleware())
app.get('/', async (c) => c.text(`Hello ${(await getAuth(c))?.sub}`))
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' })
