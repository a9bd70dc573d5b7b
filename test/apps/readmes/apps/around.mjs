// What a README leaves to the app: two routes, one user at a time, and a page that names the signed-in user.
import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'

export const { ISSUER, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI, ORIGIN, PORT } = process.env
/** The lines of the error page, which an app has only after its developer added them. */
export const fixed = (lines) => (process.env.FIXED === '1' ? lines : undefined)
export const random = () => randomBytes(32).toString('base64url')
export const challengeOf = (verifier) => createHash('sha256').update(verifier).digest('base64url')

export async function nameOf(accessToken) {
  const response = await fetch(`${ISSUER}/userinfo`, { headers: { Authorization: `Bearer ${accessToken}` } })
  return `Hello ${(await response.json()).name}`
}

/** @param login returns where the browser goes; @param callback receives its URL and returns an access token */
export function serve({ login, callback }) {
  createServer(async (req, res) => {
    const url = new URL(req.url, ORIGIN)
    try {
      if (url.pathname === '/login') res.writeHead(302, { Location: String(await login(req, res)) }).end()
      else if (url.pathname === '/callback') res.end(await nameOf(await callback(url, req)))
      else res.end()
    } catch (error) {
      console.error(error)
      res.writeHead(500, { 'Content-Type': 'text/plain' }).end(`${error.name}: ${error.message}`)
    }
  }).listen(PORT, '127.0.0.1')
}
