/** A single-page app with `oidc-client-ts` as it is published: one page, one script, a separate origin. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { ClientInput } from '../../lib/config/configuration.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { closed, listening } from '../support/listening.ts'

export interface Spa {
  readonly origin: string
  readonly client: ClientInput
  /** The service does not know the app before the app has an address. */
  useIssuer(issuer: string): void
  close(): Promise<void>
}

const LIBRARY = readFileSync(
  createRequire(import.meta.url)
    .resolve('oidc-client-ts')
    .replace(/umd.*$/, 'browser/oidc-client-ts.min.js'),
)
const PAGE =
  '<!doctype html><html lang="en"><title>A single-page app</title>' +
  '<script src="/oidc-client-ts.js"></script><script src="/app.js"></script>'

const appScript = (issuer: string): string => `
  const manager = new oidc.UserManager({
    authority: ${JSON.stringify(issuer)}, client_id: 'spa', scope: 'openid profile offline_access',
    redirect_uri: location.origin + '/callback', silent_redirect_uri: location.origin + '/silent', post_logout_redirect_uri: location.origin + '/',
    loadUserInfo: true, automaticSilentRenew: false, filterProtocolClaims: false,
    userStore: new oidc.WebStorageStateStore({ store: sessionStorage }),
  })
  const finished = ['/callback', '/silent'].includes(location.pathname) ? manager.signinCallback() : Promise.resolve()`

export async function startSpa(): Promise<Spa> {
  let script = ''
  const server = createServer(({ url = '/' }, res) => {
    const [type, body] =
      url === '/oidc-client-ts.js'
        ? ['text/javascript', LIBRARY]
        : url === '/app.js'
          ? ['text/javascript', script]
          : ['text/html', PAGE]
    res.writeHead(200, { 'Content-Type': `${type}; charset=utf-8` }).end(body)
  })
  const origin = `http://localhost:${await listening(server)}`
  return stoppedAtEnd<Spa>({
    origin,
    client: {
      client_id: 'spa',
      client_type: 'public',
      client_name: 'A single-page app',
      redirect_uris: [`${origin}/callback`, `${origin}/silent`],
      post_logout_redirect_uris: [`${origin}/`],
      consent: 'trusted',
    },
    useIssuer(issuer) {
      script = appScript(issuer)
    },
    close: () => closed(server),
  })
}
