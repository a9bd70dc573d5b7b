// An app around the block: it has no database, so its session is in cookies.
import { createServer } from 'node:http'
import { fromNodeHeaders, toNodeHandler } from 'better-auth/node'
import { auth } from './auth.ts'

const origin = `http://127.0.0.1:${process.env.PORT}`
const handle = toNodeHandler(auth)
createServer(async (req, res) => {
  const path = new URL(req.url, origin).pathname
  if (path.startsWith('/api/auth/')) return handle(req, res)
  const headers = fromNodeHeaders(req.headers)
  const answer = (status, text, more = {}) => {
    res.writeHead(status, { 'Content-Type': 'text/plain', ...more })
    res.end(text)
  }
  const passed = (response, to) => {
    res.setHeaders(
      new Map([
        ['Location', to],
        ['Set-Cookie', response.getSetCookie()],
      ]),
    )
    res.writeHead(302).end()
  }
  try {
    if (path === '/signed-out' || path === '/ready-yet') return answer(200, 'Signed out')
    if (path === '/failed') return answer(200, new URL(req.url, origin).search)
    const session = await auth.api.getSession({ headers })
    if (session === null) {
      const { response, headers: set } = await auth.api.signInSocial({
        body: { provider: 'sso', callbackURL: '/', errorCallbackURL: '/failed' },
        headers,
        returnHeaders: true,
      })
      return passed(set, response.url)
    }
    if (path === '/refresh') {
      const { response, headers: set } = await auth.api.refreshToken({
        body: { useAccountCookie: true },
        headers,
        returnHeaders: true,
      })
      const isNew = response.accessToken !== globalThis.before
      globalThis.before = response.accessToken
      return answer(200, isNew ? 'Refreshed' : 'The same token', { 'Set-Cookie': set.getSetCookie() })
    }
    if (path === '/sign-out') {
      const { response, headers: set } = await auth.api.signOut({ body: {}, headers, returnHeaders: true })
      return passed(set, response.url ?? response.redirect ?? '/no-address')
    }
    return answer(200, `Hello ${session.user.name}`)
  } catch (error) {
    answer(500, String(error.stack))
  }
}).listen(process.env.PORT, '127.0.0.1')
