/** A Koa app with Portico: sign-in under /sso, everything else as before. */
import Koa from 'koa'
import { createPortico } from 'portico-sso'
import { embeddedStorage } from 'portico-sso/adapters/embedded'
import { listen } from 'portico-sso/serve'

const port = Number(process.env['PORT'] ?? 3000)
const users = [
  { sub: 'u-alice', name: 'Alice Doe', email: 'alice@example.com', email_verified: true, roles: ['sso:admin'] },
]

const sso = await createPortico({
  baseUrl: `http://localhost:${port}/sso`,
  storage: embeddedStorage({ file: '.portico/portico.sqlite' }),
  accounts: {
    find: (sub) => users.find((user) => user.sub === sub),
    // Replace this with your password check; in this example the password is "portico".
    authenticate: ({ username, password }) => users.find(({ email }) => email === username && password === 'portico'),
  },
  logger: console,
  clients: [{ client_id: 'billing', client_type: 'public', redirect_uris: ['http://localhost:4000/callback'] }],
})

const app = new Koa()
app.use(sso.middleware()) // handles /sso/…; other paths reach your own routes
const guard = sso.guard() // requires a sign-in, then returns to the page
app.use(async (ctx) => {
  if (ctx.path === '/') ctx.body = 'The app answers as before.\n'
  if (ctx.path === '/me') await guard(ctx, async () => (ctx.body = `Hello, ${(await sso.session(ctx))?.user.name}.\n`))
})

const server = await listen(app.callback(), { host: 'localhost', port })
console.log(`http://localhost:${port}/me`)
process.on('SIGTERM', async () => {
  sso.drain()
  await server.close() // finishes requests in progress
  await sso.close()
})
