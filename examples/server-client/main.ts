/** Runs the app by itself. The variables are the block that the panel and `portico client env` print for a client. */
import { createServer } from 'node:http'
import { serverClient } from './app.ts'

const demanded = (name: string): string => {
  const value = process.env[name]
  if (value === undefined || value === '') {
    console.error(`set ${name}: see examples/server-client/README.md`)
    process.exit(2)
  }
  return value
}

const redirectUri = demanded('OIDC_REDIRECT_URI')
const { origin, hostname, port } = new URL(redirectUri)
const app = serverClient({
  issuer: demanded('OIDC_ISSUER'),
  clientId: demanded('OIDC_CLIENT_ID'),
  clientSecret: demanded('OIDC_CLIENT_SECRET'),
  redirectUri,
  postLogoutRedirectUri: process.env['OIDC_POST_LOGOUT_REDIRECT_URI'] ?? `${origin}/`,
  scopes: process.env['OIDC_SCOPES'] ?? 'openid profile email offline_access',
})
createServer(app).listen(Number(process.env['PORT'] ?? port), process.env['HOST'] ?? hostname, () =>
  console.log(`The app is at ${origin}/`),
)
