// The middleware with the four settings of its README.
const express = require('express')
const { auth } = require('express-openid-connect')

const { ISSUER, CLIENT_ID, CLIENT_SECRET, ORIGIN, PORT, FIXED } = process.env
const fix = {
  clientSecret: CLIENT_SECRET,
  authorizationParams: { response_type: 'code', response_mode: 'query' },
  idTokenSigningAlg: 'ES256',
}
const app = express()
app.use(
  auth({
    issuerBaseURL: ISSUER,
    baseURL: ORIGIN,
    clientID: CLIENT_ID,
    secret: 'a long random string, as the README asks for',
    idpLogout: true,
    ...(FIXED === '1' ? fix : {}),
  }),
)
app.get('/', (req, res) => res.send(`Hello ${req.oidc.user.sub}`))
app.listen(PORT, '127.0.0.1')
