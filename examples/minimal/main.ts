/** A Koa app of which Portico is a part: sign-in under /sso, everything else as it was. */
import Koa from 'koa'
import { createPortico } from 'portico-sso'

const people = [
  { sub: 'u-alice', name: 'Alice Doe', email: 'alice@example.com', email_verified: true, roles: ['accounting'] },
  { sub: 'u-bob', name: 'Bob Roe', email: 'bob@example.com', email_verified: true, roles: [] },
]
const port = Number(process.env['PORT'] ?? 3000)

const sso = await createPortico({
  baseUrl: `http://localhost:${port}/sso`,
  accounts: {
    find: (sub) => people.find((person) => person.sub === sub),
    // Your own check of the password stands here; everybody's is "portico" in this example.
    authenticate: ({ username, password }) => people.find(({ email }) => email === username && password === 'portico'),
  },
  clients: [
    {
      client_id: 'billing',
      client_name: 'Billing',
      client_type: 'confidential',
      client_secret: 'a-secret-of-32-characters-or-more',
      redirect_uris: ['http://localhost:4000/callback'],
      post_logout_redirect_uris: ['http://localhost:4000/'],
    },
  ],
})

const app = new Koa()
app.use(sso.middleware())
app.use((ctx) => {
  if (ctx.path === '/') ctx.body = 'The app answers as before.\n'
})
const server = app.listen(port, 'localhost', () =>
  console.log(`http://localhost:${port}/sso/.well-known/openid-configuration`),
)

process.on('SIGTERM', () => {
  server.close(() => void sso.close())
  // Browsers open connections ahead, and may never use them.
  setTimeout(() => server.closeAllConnections(), 10_000).unref()
})
