// An app of Node's own server around the block, with one session in a cookie.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import * as sso from './sso.mjs'

const sessions = new Map()
const origin = `http://127.0.0.1:${process.env.PORT}`
createServer(async (req, res) => {
  const url = new URL(req.url, origin)
  const id = /session=([\w-]+)/.exec(req.headers.cookie ?? '')?.[1] ?? randomUUID()
  const session = sessions.get(id) ?? {}
  sessions.set(id, session)
  const answer = (status, text, headers = {}) =>
    res
      .writeHead(status, { 'Content-Type': 'text/plain', 'Set-Cookie': `session=${id}; HttpOnly`, ...headers })
      .end(text)
  try {
    if (url.pathname === '/signed-out' || url.pathname === '/ready-yet') return answer(200, 'Signed out')
    if (url.pathname === '/callback') {
      Object.assign(session, await sso.finishSignIn(url.href, session.checks))
      return answer(302, '', { Location: '/' })
    }
    if (session.user === undefined) {
      const { url: to, checks } = await sso.beginSignIn()
      session.checks = checks
      return answer(302, '', { Location: to })
    }
    if (url.pathname === '/refresh') {
      const fresh = await sso.refresh(session.tokens.refresh_token)
      const isNew = fresh.refresh_token !== session.tokens.refresh_token
      session.tokens = fresh
      return answer(200, isNew ? 'Refreshed' : 'The same token')
    }
    if (url.pathname === '/sign-out') {
      sessions.delete(id)
      return answer(302, '', { Location: sso.signOutUrl(session.tokens.id_token) })
    }
    return answer(200, `Hello ${session.user.name}`)
  } catch (error) {
    return answer(500, `${error.error ?? error.name}: ${error.error_description ?? error.message}`)
  }
}).listen(process.env.PORT, '127.0.0.1')
