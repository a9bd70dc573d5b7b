/** Hono on Node behind Portico, which passes all other requests to Hono. */
import { createServer } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { PORT, startSso } from './sso.ts'

const sso = await startSso()
const app = new Hono<{ Bindings: HttpBindings }>()

app.get('/', (c) => c.text('The app answers as before.\n'))
app.post('/echo', async (c) => c.json(await c.req.json()))

app.get('/me', async (c) => {
  const session = await sso.session(c.env.incoming)
  return session === undefined ? c.redirect(sso.signIn('/me')) : c.text(`Hello, ${session.user.name}.\n`)
})

const server = createServer(sso.callback(getRequestListener(app.fetch)))
server.listen(PORT, 'localhost', () => console.log(`listening on ${PORT}`))
process.on('SIGTERM', () => server.close(() => void sso.close()))
