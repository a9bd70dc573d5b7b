/** A Koa app with Portico in it: sign-in under /sso, everything else as before. */
import Koa, { type Context } from 'koa'
import { createPortico } from 'portico-sso'
import { listen } from 'portico-sso/serve'

const port = Number(process.env['PORT'] ?? 3000)
const users = [{ sub: 'u-alice', name: 'Alice Doe', email: 'alice@example.com', email_verified: true }]

const sso = await createPortico({
  baseUrl: `http://localhost:${port}/sso`,
  accounts: {
    find: (sub) => users.find((user) => user.sub === sub),
    // Your own check of the password stands here; in this example it is "portico".
    authenticate: ({ username, password }) => users.find(({ email }) => email === username && password === 'portico'),
  },
  clients: [
    {
      client_id: 'billing',
      client_type: 'confidential',
      client_secret: 'a-secret-of-32-characters-or-more',
      redirect_uris: ['http://localhost:4000/callback'],
    },
  ],
})

const app = new Koa()
app.use(sso.middleware()) // answers /sso/…; other paths go on to your own routes
const guard = sso.guard() // sends whoever is not signed in to sign in, and then to the page they wanted
const hello = async (ctx: Context) => (ctx.body = `Hello, ${(await sso.session(ctx))?.user.name}.\n`)
app.use((ctx, next) => (ctx.path === '/me' ? guard(ctx, () => hello(ctx)) : next()))
app.use((ctx) => {
  if (ctx.path === '/') ctx.body = 'The app answers as before.\n'
})
const listening = await listen(app.callback(), { host: 'localhost', port })
console.log(`http://localhost:${port}/sso/.well-known/openid-configuration`)

process.on('SIGTERM', async () => {
  sso.drain()
  await listening.close() // answers what is under way, and what still arrives
  await sso.close()
})
