// An app of Express around the block: who is signed in, refreshing, signing out at the middleware's own /logout.
import express from 'express'
import { sso } from './sso.mjs'

// What a store of express-session has, as far as the middleware uses it.
const kept = new Map()
const store = {
  get: (key, done) => done(null, kept.get(key)),
  set: (key, value, done) => done(null, kept.set(key, value)),
  destroy: (key, done) => done(null, kept.delete(key)),
}

const app = express()
app.get('/signed-out', (_req, res) => res.send('Signed out'))
app.use(sso({ backchannelLogout: { store } }))
app.get('/', (req, res) => res.send(`Hello ${req.oidc.user.name}`))
app.get('/refresh', async (req, res) => {
  const before = req.oidc.accessToken.access_token
  const { access_token } = await req.oidc.accessToken.refresh()
  res.send(access_token !== before ? 'Refreshed' : 'The same token')
})
app.use((error, _req, res, _next) => res.status(error.status ?? 500).send(`${error.error}: ${error.error_description}`))
app.listen(process.env.PORT, '127.0.0.1')
