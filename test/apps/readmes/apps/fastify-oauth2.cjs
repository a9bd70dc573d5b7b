// The plugin and the callback of its README, with the parameters of a server of one's own.
const { randomUUID } = require('node:crypto')
const fastify = require('fastify')({ logger: true })
const oauthPlugin = require('@fastify/oauth2')

const { ISSUER, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI, PORT, FIXED } = process.env
const fix = {
  pkce: 'S256',
  callbackUriParams: {
    get nonce() {
      return randomUUID()
    },
  },
}
fastify.register(oauthPlugin, {
  name: 'sso',
  scope: ['openid', 'profile'],
  credentials: {
    client: { id: CLIENT_ID, secret: CLIENT_SECRET },
    auth: { authorizeHost: ISSUER, authorizePath: '/authorize', tokenHost: ISSUER, tokenPath: '/token' },
  },
  startRedirectPath: '/login',
  callbackUri: REDIRECT_URI,
  ...(FIXED === '1' ? fix : {}),
})
fastify.get('/callback', async function callback(request, reply) {
  const { token } = await this.sso.getAccessTokenFromAuthorizationCodeFlow(request, reply)
  const headers = { Authorization: `Bearer ${token.access_token}` }
  return `Hello ${(await (await fetch(`${ISSUER}/userinfo`, { headers })).json()).name}`
})
fastify.listen({ port: Number(PORT), host: '127.0.0.1' })
