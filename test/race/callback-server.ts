/**
 * Listens at the redirect URI. The user opens its first page once and signs in at the provider. The page after each
 * code redirects the browser for the next one. It is a page and not a redirect, so that the user sees the progress and
 * no browser counts the hops. It needs no script.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AuthorizationRequest, type Grant, validateCallback } from './authorization.ts'
import type { Provider } from './provider.ts'
import { RaceError } from './race-error.ts'
import { listeningPort } from './target.ts'

export interface CallbackServer {
  /** The URL for the user. */
  readonly address: string
  /** Redirects the browser for a code after a pause in seconds. @throws RaceError when provider or user refuses */
  grant(request: AuthorizationRequest, progress: string, pause: number): Promise<Grant>
  /** Shows the final message. */
  close(words: string): Promise<void>
}

interface Waiting {
  readonly request: AuthorizationRequest
  readonly progress: string
  readonly answer: PromiseWithResolvers<Grant>
}

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

const OTHER_RACE = 'This answer belongs to no request of this race. Close this window.'
const OTHER_WINDOW = 'The race goes on in another window. You may close this one.'
const NOTHING = 'There is nothing here.'
const PORT_TAKEN =
  'the port of the redirect URI cannot be listened at; end what holds it, ' +
  'or register another one and give it with --redirect-uri'

export async function openCallbackServer(
  redirectUri: string,
  provider: Provider,
  signal: AbortSignal,
): Promise<CallbackServer> {
  const callback = new URL(redirectUri)
  const start = callback.pathname === '/start' ? '/begin' : '/start'
  let waiting: Waiting | undefined
  /** The browser of the last code, whose response waits for the next request. */
  let held: ServerResponse | undefined

  const take = ({ searchParams }: URL, res: ServerResponse): void => {
    const verdict = waiting === undefined ? undefined : validateCallback(searchParams, waiting.request, provider)
    if (waiting === undefined || verdict === undefined || verdict.is === 'other') return void show(res, 400, OTHER_RACE)
    const { answer } = waiting
    waiting = undefined
    held = res
    if (verdict.is === 'grant') answer.resolve(verdict.grant)
    else answer.reject(new RaceError(verdict.words))
  }
  const server = createServer((req: IncomingMessage, res: ServerResponse) => {
    const url = URL.parse(req.url ?? '', callback.origin)
    // A page of another origin cannot send this Host header.
    const isOurs = url !== null && req.headers.host === callback.host && req.method === 'GET'
    if (!isOurs) return void show(res, 404, NOTHING)
    if (url.pathname === callback.pathname) return take(url, res)
    if (url.pathname !== start) return void show(res, 404, NOTHING)
    if (waiting === undefined) return void show(res, 200, OTHER_WINDOW)
    res.writeHead(303, { ...HEADERS, location: waiting.request.address }).end()
  })
  await listen(server, callback)
  signal.addEventListener('abort', () => waiting?.answer.reject(signal.reason), { once: true })
  return {
    address: callback.origin + start,
    grant(request, progress, pause) {
      signal.throwIfAborted()
      const answer = Promise.withResolvers<Grant>()
      waiting = { request, progress, answer }
      const words = `${progress} This page goes on by itself.`
      if (held !== undefined) void show(held, 200, words, { refresh: `${pause}; url=${start}` })
      held = undefined
      return answer.promise
    },
    async close(words) {
      waiting = undefined
      if (held !== undefined) await show(held, 200, `${words} You may close this window.`)
      server.close()
      server.closeAllConnections()
    },
  }
}

async function listen(server: ReturnType<typeof createServer>, { hostname, href }: URL): Promise<void> {
  // Browsers try the IPv4 address of localhost too, and the provider compares only the name.
  const host = hostname === 'localhost' ? '127.0.0.1' : hostname.replace(/^\[|\]$/g, '')
  await new Promise<void>((resolve, reject) => {
    server.once('error', () => reject(new RaceError(PORT_TAKEN)))
    server.listen(listeningPort(href), host, resolve)
  })
}

function show(
  res: ServerResponse,
  status: number,
  words: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Portico race</title></head>
<body><main><h1>Portico race</h1><p>${words}</p></main></body></html>`
  return new Promise((resolve) => {
    // A window that was closed meanwhile needs no response.
    if (res.destroyed || res.closed) return resolve()
    res.once('close', resolve)
    res.writeHead(status, { ...HEADERS, ...headers }).end(page)
  })
}
