/** Runs the expenses API next to the company's site. */
import { createServer } from 'node:http'
import { resourceServer } from './app.ts'

const port = Number(process.env['PORT'] ?? 3002)
createServer(
  resourceServer({
    issuer: process.env['OIDC_ISSUER'] ?? 'http://localhost:3000/sso',
    clientId: process.env['OIDC_CLIENT_ID'] ?? 'expenses-api',
    clientSecret: process.env['OIDC_CLIENT_SECRET'] ?? 'the-secret-of-the-expenses-api-for-trying-out',
    appOrigin: process.env['APP_ORIGIN'] ?? 'http://localhost:3001',
  }),
).listen(port, 'localhost', () => console.log(`The API is at http://localhost:${port}/`))
