// An MCP client with a registered client, and a server that names its authorization server, as in the SDK’s guides.

import { createServer } from 'node:http'
import { auth } from '@modelcontextprotocol/sdk/client/auth.js'
import { CLIENT_ID, CLIENT_SECRET, fixed, ISSUER, nameOf, ORIGIN, PORT, REDIRECT_URI, random } from './around.mjs'

let tokens
let verifier
let location
const state = random()
const provider = {
  redirectUrl: REDIRECT_URI,
  clientMetadata: { client_name: 'MCP client', redirect_uris: [REDIRECT_URI], scope: 'openid profile' },
  clientInformation: () => ({ client_id: CLIENT_ID, client_secret: CLIENT_SECRET }),
  tokens: () => tokens,
  saveTokens: (saved) => {
    tokens = saved
  },
  saveCodeVerifier: (saved) => {
    verifier = saved
  },
  codeVerifier: () => verifier,
  ...fixed({ state: () => state }),
  redirectToAuthorization: (url) => {
    if (fixed(true)) url.searchParams.set('nonce', random())
    location = url.href
  },
}
createServer(async (req, res) => {
  const url = new URL(req.url, ORIGIN)
  try {
    if (url.pathname.startsWith('/.well-known/oauth-protected-resource')) {
      res.setHeader('Content-Type', 'application/json')
      res.end(JSON.stringify({ resource: ORIGIN, authorization_servers: [ISSUER] }))
    } else if (url.pathname === '/login') {
      await auth(provider, { serverUrl: ORIGIN })
      res.writeHead(302, { Location: location }).end()
    } else if (url.pathname === '/callback') {
      await auth(provider, { serverUrl: ORIGIN, authorizationCode: url.searchParams.get('code') })
      res.end(await nameOf(tokens.access_token))
    } else res.writeHead(404).end()
  } catch (error) {
    console.error(error)
    res.writeHead(500, { 'Content-Type': 'text/plain' }).end(`${error.name}: ${error.message}`)
  }
}).listen(PORT, '127.0.0.1')
