/**
 * The `server-client` example as the client `demo`, so that the first sign-in is one click away. It runs next to the
 * process that listens at Portico's URL; other processes only have the client.
 */
import { createHmac } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type DemoApp, type Listening, listen, type StartDemo } from 'portico-sso/serve'
import type { serverClient } from '../server-client/app.ts'

const CLIENT_ID = 'demo'
const SCOPES = ['openid', 'profile', 'email', 'offline_access', 'roles', 'permissions'] as const
const PORTS_TRIED = 20

export const startDemo: StartDemo = async ({ baseUrl, port, dataFolder, rootSecret, role }) => {
  const service = new URL(baseUrl)
  const secret = createHmac('sha256', rootSecret).update('client demo').digest('base64url')
  const portFile = dataFolder === undefined ? undefined : join(dataFolder, 'demo-port')

  if (role === 'known' || Number(service.port || 80) !== port) {
    const known = portFile === undefined ? undefined : await readFile(portFile, 'utf8').catch(() => undefined)
    return known === undefined
      ? undefined
      : { client: clientAt(originOf(known.trim()), secret), url: undefined, close: async () => {} }
  }

  let app: ReturnType<typeof serverClient> | undefined
  const free = await nextFree((req, res) => app?.(req, res), port + 1)
  if (free === undefined) return undefined
  const origin = originOf(free.port)
  const { serverClient: appOf } = await import('../server-client/app.ts')
  app = appOf({
    issuer: baseUrl,
    clientId: CLIENT_ID,
    clientSecret: secret,
    redirectUri: `${origin}/callback`,
    postLogoutRedirectUri: `${origin}/`,
    scopes: SCOPES.join(' '),
  })
  if (portFile !== undefined && dataFolder !== undefined) {
    await mkdir(dataFolder, { recursive: true, mode: 0o700 })
    await writeFile(portFile, `${free.port}\n`)
  }
  return {
    client: clientAt(origin, secret),
    url: `${origin}/`,
    close: async () => {
      await free.listening.close()
    },
  }
}

const originOf = (port: string | number): string => `http://localhost:${port}`

function clientAt(origin: string, secret: string): DemoApp['client'] {
  return {
    client_id: CLIENT_ID,
    client_name: 'Demo app',
    client_type: 'confidential',
    client_secret: secret,
    redirect_uris: [`${origin}/callback`],
    post_logout_redirect_uris: [`${origin}/`],
    backchannel_logout_uri: `${origin}/backchannel`,
    scopes: [...SCOPES],
  }
}

async function nextFree(
  handler: Parameters<typeof listen>[0],
  from: number,
): Promise<{ readonly port: number; readonly listening: Listening } | undefined> {
  for (let port = from; port < Math.min(from + PORTS_TRIED, 65_536); port += 1) {
    try {
      return { port, listening: await listen(handler, { host: 'localhost', port }) }
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'EADDRINUSE') throw error
    }
  }
  return undefined
}
