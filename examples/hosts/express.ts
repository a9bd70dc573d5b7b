/** Express 5 with Portico. The line that mounts it needs no path, and works before or after body parsers. */
import express from 'express'
import { PORT, startSso } from './sso.ts'

const sso = await startSso()
const app = express()

app.use(express.urlencoded(), express.json())
app.use(sso.callback())

app.get('/', (_req, res) => res.send('The app answers as before.\n'))
app.post('/echo', (req, res) => res.json(req.body))
app.get('/me', sso.guard(), async (req, res) => {
  res.send(`Hello, ${(await sso.session(req))?.user.name}.\n`)
})

const server = app.listen(PORT, 'localhost', () => console.log(`listening on ${PORT}`))
process.on('SIGTERM', () => server.close(() => void sso.close()))
