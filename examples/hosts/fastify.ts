/**
 * Fastify 5 behind Portico: `serverFactory` passes on all other requests. Fastify's routes would be too late, because
 * Fastify reads bodies before them and refuses forms.
 */
import { createServer } from 'node:http'
import Fastify from 'fastify'
import { PORT, startSso } from './sso.ts'

const sso = await startSso()
const app = Fastify({ serverFactory: (handler) => createServer(sso.callback(handler)) })

app.get('/', () => 'The app answers as before.\n')
app.post('/echo', ({ body }) => body)

const guard = sso.guard()
app.get(
  '/me',
  { onRequest: (request, reply, done) => guard(request.raw, reply.raw, done as (error?: unknown) => void) },
  async ({ raw }) => `Hello, ${(await sso.session(raw))?.user.name}.\n`,
)

await app.listen({ port: PORT, host: 'localhost' })
console.log(`listening on ${PORT}`)
process.on('SIGTERM', () => void app.close().then(() => sso.close()))
