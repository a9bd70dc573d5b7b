/** Headers of every response, its readers, and which requests have no response. */
import { NAVIGATION } from '../support/browser.ts'
import type { Answer } from '../support/http.ts'
import { type Target, weak } from './target.ts'

const PAGES = ['/authorize', '/interaction/nothing', '/connect/logout', '/errors/nothing', '/nowhere']
const MACHINES = ['/.well-known/openid-configuration', '/jwks', '/userinfo', '/health/live']

const header = ({ headers }: Answer, name: string): string => String(headers[name] ?? '')

export async function securityHeaders({ node }: Target): Promise<string> {
  for (const path of PAGES) {
    const answer = await node.send(path, { headers: NAVIGATION })
    if (!header(answer, 'content-type').startsWith('text/html')) continue
    const policy = header(answer, 'content-security-policy')
    if (!/default-src 'none'/.test(policy)) weak(`${path}: the policy lets everything in by default: ${policy}`)
    if (/unsafe-inline|unsafe-eval|\*/.test(policy)) weak(`${path}: the policy allows what is written into the page`)
    if (!/frame-ancestors 'none'/.test(policy) || header(answer, 'x-frame-options') !== 'DENY')
      weak(`${path} can be framed`)
    if (!/no-referrer|same-origin/.test(header(answer, 'referrer-policy'))) weak(`${path} tells its address to others`)
  }
  for (const path of [...PAGES, ...MACHINES]) {
    const answer = await node.send(path)
    if (header(answer, 'x-content-type-options') !== 'nosniff') weak(`${path}: its type may be guessed`)
    if (/express|koa|node|oidc-provider/i.test(`${header(answer, 'server')}${header(answer, 'x-powered-by')}`))
      weak(`${path} says what it is made of`)
  }
  const refused = await node.send('/token', { body: { grant_type: 'authorization_code' } })
  if (header(refused, 'cache-control') !== 'no-store') weak('an answer of the token endpoint may be kept')
  return `${PAGES.length + MACHINES.length} addresses`
}

export async function otherOrigins({ node }: Target): Promise<string> {
  const origin = 'https://evil.example'
  const asked = ['/token', '/userinfo', '/introspect', '/revocation', '/connect/logout', '/authorize', '/interaction/x']
  for (const path of asked) {
    for (const method of ['OPTIONS', 'POST', 'GET']) {
      const answer = await node.send(path, { method, headers: { origin, 'access-control-request-method': 'POST' } })
      const allowed = header(answer, 'access-control-allow-origin')
      if (allowed === origin || allowed === '*') weak(`${method} ${path} may be read by ${allowed}`)
      if (header(answer, 'access-control-allow-credentials') === 'true') weak(`${path} takes cookies of other origins`)
    }
  }
  return `${asked.length} addresses, three methods each`
}

export async function methods({ node }: Target): Promise<string> {
  const asked = ['/authorize', '/token', '/userinfo', '/introspect', '/revocation', '/jwks', '/connect/logout']
  for (const path of asked) {
    for (const method of ['TRACE', 'PUT', 'DELETE', 'PATCH', 'BREW']) {
      const { status, text, headers } = await node.send(path, { method, headers: { cookie: 'secret=1' } })
      if (status < 400 || status >= 500) weak(`${method} ${path}: ${status}`)
      if (text.includes('secret=1') || JSON.stringify(headers).includes('secret=1')) weak(`${method} ${path} echoes`)
    }
  }
  for (const path of ['/token', '/introspect', '/revocation']) {
    const { status } = await node.send(`${path}?grant_type=refresh_token&token=x`)
    if (status < 400) weak(`GET ${path}: ${status}`)
  }
  return `${asked.length} addresses`
}
