/** Runs the expenses API next to the company's site. */
import { createServer } from 'node:http'
import { resourceServer } from './app.ts'

const { PORT, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, APP_ORIGIN } = process.env
const app = resourceServer({
  issuer: OIDC_ISSUER ?? 'http://localhost:3000/sso',
  clientId: OIDC_CLIENT_ID ?? 'expenses-api',
  clientSecret: OIDC_CLIENT_SECRET ?? 'the-secret-of-the-expenses-api-for-trying-out',
  appOrigin: APP_ORIGIN ?? 'http://localhost:3001',
})
const port = Number(PORT ?? 3002)
createServer(app).listen(port, 'localhost', () => console.log(`The API is at http://localhost:${port}/`))
