// The generic provider of the README, in an app of one page.
const { ISSUER, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI, FIXED } = process.env
const fix = { pkce: true, tokenRequestType: 'form-urlencoded', additionalAuthParameters: { nonce: 'unchecked' } }

export default {
  modules: ['nuxt-oidc-auth'],
  oidc: {
    defaultProvider: 'oidc',
    providers: {
      oidc: {
        clientId: CLIENT_ID,
        clientSecret: CLIENT_SECRET,
        redirectUri: REDIRECT_URI,
        authorizationUrl: `${ISSUER}/authorize`,
        tokenUrl: `${ISSUER}/token`,
        userInfoUrl: `${ISSUER}/userinfo`,
        openIdConfiguration: `${ISSUER}/.well-known/openid-configuration`,
        scope: ['openid', 'profile'],
        ...(FIXED === '1' ? fix : {}),
      },
    },
  },
}
