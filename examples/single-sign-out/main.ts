/**
 * One sign-in, one sign-out, three apps: billing is notified from server to server (back-channel), payroll in
 * the browser (front-channel), and the wiki has no channel: it continues until its own session ends.
 *
 *     npm run build && node dist/examples/single-sign-out/main.js
 */

import { createServer, type RequestListener, type Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import { type ConfigurationInput, createPortico, type PorticoOptions } from 'portico-sso'
import { serverClient } from '../server-client/app.ts'

export interface App {
  readonly url: string
  /** It stops responding, like a crashed app. */
  crash(): Promise<void>
}

export interface SingleSignOut {
  readonly issuer: string
  readonly billing: App
  readonly payroll: App
  readonly wiki: App
  close(): Promise<void>
}

export const USER = { username: 'ana', password: 'one sign-in for three apps' } as const

const SCOPES = ['openid', 'profile', 'offline_access'] as const
const NAMES = { billing: 'Billing', payroll: 'Payroll', wiki: 'Wiki' } as const
const CHANNELS = { billing: 'backchannel', payroll: 'frontchannel', wiki: 'none' } as const

/** @param ports of Portico and the apps; 0 takes any free port */
export async function startSingleSignOut(
  ports: readonly [number, number, number, number] = [3000, 4001, 4002, 4003],
  options: Partial<PorticoOptions> = {},
): Promise<SingleSignOut> {
  // Portico is at localhost and the apps are at 127.0.0.1: two sites for a browser, as in production.
  const service = await listening('localhost', ports[0])
  const issuer = `http://localhost:${service.port}`
  const [billing, payroll, wiki] = [
    await startApp('billing', issuer, ports[1]),
    await startApp('payroll', issuer, ports[2]),
    await startApp('wiki', issuer, ports[3]),
  ]
  const sso = await createPortico({
    baseUrl: issuer,
    clients: [billing.client, payroll.client, wiki.client],
    accounts: [{ sub: 'u-ana', name: 'Ana Example', ...USER }],
    ...options,
  })
  service.answer(sso.callback())
  return {
    issuer,
    billing,
    payroll,
    wiki,
    async close() {
      await Promise.all([service.close(), billing.crash(), payroll.crash(), wiki.crash()])
      await sso.close()
    },
  }
}

type Client = NonNullable<ConfigurationInput['clients']>[number]

async function startApp(
  id: keyof typeof NAMES,
  issuer: string,
  port: number,
): Promise<App & { readonly client: Client }> {
  const server = await listening('127.0.0.1', port)
  const origin = `http://127.0.0.1:${server.port}`
  const secret = `the secret of ${id}, known to its server only`
  server.answer(
    serverClient({
      issuer,
      clientId: id,
      clientSecret: secret,
      redirectUri: `${origin}/callback`,
      postLogoutRedirectUri: `${origin}/`,
      scopes: SCOPES.join(' '),
      appName: NAMES[id],
    }),
  )
  const client: Client = {
    client_id: id,
    client_name: NAMES[id],
    client_type: 'confidential',
    client_secret: secret,
    redirect_uris: [`${origin}/callback`],
    post_logout_redirect_uris: [`${origin}/`],
    scopes: [...SCOPES],
    consent: 'trusted',
    ...(CHANNELS[id] === 'backchannel' ? { backchannel_logout_uri: `${origin}/backchannel` } : {}),
    // At another site, the frame gets no cookie. The app finds its session by `sid`.
    ...(CHANNELS[id] === 'frontchannel'
      ? { frontchannel_logout_uri: `${origin}/frontchannel`, frontchannel_logout_session_required: true }
      : {}),
  }
  return { url: `${origin}/`, client, crash: server.close }
}

interface Listening {
  readonly port: number
  answer(handler: RequestListener): void
  close(): Promise<void>
}

async function listening(host: string, port: number): Promise<Listening> {
  let answer: RequestListener = (_req, res) => void res.writeHead(503).end()
  const server: Server = createServer((req, res) => answer(req, res))
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    answer(handler) {
      answer = handler
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { billing, payroll, wiki } = await startSingleSignOut()
  console.log(
    `Sign in as "${USER.username}" with the password "${USER.password}" at each of these, then sign out in one:`,
  )
  console.log(
    `  ${billing.url}  billing, back-channel\n  ${payroll.url}  payroll, front-channel\n  ${wiki.url}  wiki, no channel`,
  )
}
