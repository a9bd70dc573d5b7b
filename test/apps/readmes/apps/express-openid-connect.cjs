// The middleware with the four settings of its README.
const express = require('express')
const { auth } = require('express-openid-connect')

const { ISSUER, CLIENT_ID, ORIGIN, PORT } = process.env
const app = express()
app.use(
  auth({
    issuerBaseURL: ISSUER,
    baseURL: ORIGIN,
    clientID: CLIENT_ID,
    secret: 'a long random string, as the README asks for',
    idpLogout: true,
  }),
)
app.get('/', (req, res) => res.send(`Hello ${req.oidc.user.sub}`))
app.listen(PORT, '127.0.0.1')
