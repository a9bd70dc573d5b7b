/** Koa 3 with Portico, before a body parser. */
import Koa from 'koa'
import { PORT, startSso } from './sso.ts'

const sso = await startSso()
const app = new Koa()

app.use(sso.middleware())

const guard = sso.guard()
app.use(async (ctx, next) => {
  if (ctx.path === '/') ctx.body = 'The app answers as before.\n'
  else if (ctx.path === '/echo' && ctx.method === 'POST') {
    const chunks: Buffer[] = []
    for await (const chunk of ctx.req) chunks.push(chunk as Buffer)
    ctx.body = JSON.parse(Buffer.concat(chunks).toString()) as unknown
  } else if (ctx.path === '/me')
    await guard(ctx, async () => (ctx.body = `Hello, ${(await sso.session(ctx))?.user.name}.\n`))
  else await next()
})

const server = app.listen(PORT, 'localhost', () => console.log(`listening on ${PORT}`))
process.on('SIGTERM', () => server.close(() => void sso.close()))
