/** Runs the app on the variables that `portico client create` prints: node --env-file=my-app.env main.js */
import { createServer } from 'node:http'
import { serverClient } from './app.ts'

const required = (name: string): string => {
  const value = process.env[`OIDC_${name}`]
  if (!value) console.error(`set OIDC_${name}`)
  return value || process.exit(2)
}
const [issuer, clientId, clientSecret] = [required('ISSUER'), required('CLIENT_ID'), required('CLIENT_SECRET')]
const { href: redirectUri, origin, hostname, port } = new URL(required('REDIRECT_URI'))
const appName = process.env['APP_NAME'] || clientId
const app = serverClient({ issuer, clientId, clientSecret, redirectUri, postLogoutRedirectUri: `${origin}/`, appName })
createServer(app).listen(Number(port), hostname, () => console.log(`The app is at ${origin}/`))
