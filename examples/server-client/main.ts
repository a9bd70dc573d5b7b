/** Runs the app alone. The variables are the block that the panel and `portico client env` print for a client. */
import { createServer } from 'node:http'
import { serverClient } from './app.ts'

const required = (name: string): string => {
  const value = process.env[name]
  if (value === undefined || value === '') {
    console.error(`set ${name}: see examples/server-client/README.md`)
    process.exit(2)
  }
  return value
}

const redirectUri = required('OIDC_REDIRECT_URI')
const { origin, hostname, port } = new URL(redirectUri)
const app = serverClient({
  issuer: required('OIDC_ISSUER'),
  clientId: required('OIDC_CLIENT_ID'),
  appName: process.env['APP_NAME'] || required('OIDC_CLIENT_ID'),
  clientSecret: required('OIDC_CLIENT_SECRET'),
  redirectUri,
  postLogoutRedirectUri: process.env['OIDC_POST_LOGOUT_REDIRECT_URI'] ?? `${origin}/`,
  scopes: process.env['OIDC_SCOPES'] ?? 'openid profile email offline_access',
})
createServer(app).listen(Number(process.env['PORT'] ?? port), process.env['HOST'] ?? hostname, () =>
  console.log(`The app is at ${origin}/`),
)
