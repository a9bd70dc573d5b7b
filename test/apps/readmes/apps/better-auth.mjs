// The generic plugin of the guide, without a database.

import { createServer } from 'node:http'
import { betterAuth } from 'better-auth'
import { fromNodeHeaders, toNodeHandler } from 'better-auth/node'
import { genericOAuth } from 'better-auth/plugins'
import { CLIENT_ID, CLIENT_SECRET, ISSUER, ORIGIN, PORT } from './around.mjs'

const auth = betterAuth({
  baseURL: ORIGIN,
  secret: '0123456789abcdef0123456789abcdef',
  plugins: [
    genericOAuth({
      config: [
        {
          providerId: 'sso',
          clientId: CLIENT_ID,
          clientSecret: CLIENT_SECRET,
          discoveryUrl: `${ISSUER}/.well-known/openid-configuration`,
          scopes: ['openid', 'profile', 'email'],
        },
      ],
    }),
  ],
})
const handle = toNodeHandler(auth)
createServer(async (req, res) => {
  const { pathname, searchParams } = new URL(req.url, ORIGIN)
  if (pathname.startsWith('/api/auth/')) return handle(req, res)
  if (pathname === '/failed') return res.end(String(searchParams))
  const headers = fromNodeHeaders(req.headers)
  if (pathname === '/') return res.end(`Hello ${(await auth.api.getSession({ headers }))?.user.name}`)
  const body = { provider: 'sso', callbackURL: '/', errorCallbackURL: '/failed' }
  const { response, headers: set } = await auth.api.signInSocial({ body, headers, returnHeaders: true })
  res.setHeader('Set-Cookie', set.getSetCookie())
  res.writeHead(302, { Location: response.url }).end()
}).listen(PORT, '127.0.0.1')
