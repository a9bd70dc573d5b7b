// The redirect and the callback of the README, with its security code.
import { generateCodeVerifier, OAuth2Client } from '@badgateway/oauth2-client'
import { CLIENT_ID, CLIENT_SECRET, fixed, ISSUER, REDIRECT_URI, random, serve } from './around.mjs'

const client = new OAuth2Client({
  server: `${ISSUER}/`,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  tokenEndpoint: '/token',
  authorizationEndpoint: '/authorize',
})
const state = random()
const codeVerifier = await generateCodeVerifier()
serve({
  login: () =>
    client.authorizationCode.getAuthorizeUri({
      redirectUri: REDIRECT_URI,
      state,
      codeVerifier,
      scope: ['openid', 'profile'],
      ...fixed({ extraParams: { nonce: random() } }),
    }),
  callback: async (url) => {
    const parameters = { redirectUri: REDIRECT_URI, state, codeVerifier }
    return (await client.authorizationCode.getTokenFromCodeRedirect(url, parameters)).accessToken
  },
})
