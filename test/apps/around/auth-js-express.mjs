// An app of Express around the block: who is signed in, refreshing, signing out.
import { getToken } from '@auth/core/jwt'
import express from 'express'
import { sso } from './sso.mjs'

let before
const app = express()
app.get('/signed-out', (_req, res) => res.send('Signed out'))
sso(app)
app.get('/', (_req, res) => {
  if (res.locals.session === null) return res.redirect('/auth/signin?callbackUrl=/')
  res.send(`Hello ${res.locals.session.user.name}<form action=/sign-out method=post><button>Sign out</button></form>`)
})
// The cookie that came with this request: another one than last time, because the tokens are new each time here.
app.get('/refresh', async (req, res) => {
  const { refreshToken } = await getToken({ req, secret: process.env.AUTH_SECRET })
  res.send(refreshToken !== before ? 'Refreshed' : 'The same token')
  before = refreshToken
})
app.listen(process.env.PORT, '127.0.0.1')
