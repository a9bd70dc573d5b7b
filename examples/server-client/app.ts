/** An app with a server that signs users in, on `portico-sso/client`. Its sessions and tokens are in memory. */
import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { type ClientError, type ClientOptions, createClient, memorySessions } from 'portico-sso/client'

const asset = (name: string): string => readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8')
const [IN, OUT, REFUSED] = [asset('signed-in.html'), asset('signed-out.html'), asset('refused.html')]
const NOTICES: Record<string, string> = { 'signed-out': 'You are signed out.', refreshed: 'The tokens were refreshed.' }
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; style-src 'self'; img-src data:; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
}
export function serverClient(options: ClientOptions & { appName?: string }, clock = Date.now): RequestListener {
  const { appName: app = 'Demo app', ...settings } = options
  const { issuer } = settings
  const escaped = (value: unknown): string => {
    const text = value !== null && typeof value === 'object' ? Object.values(value).join(' ') : String(value)
    return text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)
  }
  const row = ([name, value]: readonly [string, unknown]): string =>
    `<tr><th scope="row">${escaped(name)}</th><td>${escaped(value)}</td></tr>`
  /** Escapes every value. An object is the rows of a table. */
  const page = (template: string, values: Record<string, unknown>): string =>
    template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = { app, issuer, ...values }[name] ?? ''
      return typeof value === 'object' ? Object.entries(value).map(row).join('') : escaped(value)
    })
  const errorPage = (error: ClientError): string => page(REFUSED, { ...error, message: error.message })
  const client = createClient({ clock, sessions: memorySessions(), errorPage, ...settings })
  const listener = client.callback(async (req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://localhost')
    const session = await client.session(req)
    if (pathname === '/refresh')
      return client.guard()(req, res, async () => {
        await session?.refresh().catch(() => undefined) // a refused refresh ends the session
        res.writeHead(303, { Location: '/?state=refreshed' }).end()
      })
    if (pathname === '/style.css') return void res.setHeader('Content-Type', 'text/css').end(asset('style.css'))
    if (pathname !== '/') return void res.writeHead(404).end('There is nothing here.\n')
    const notice = NOTICES[searchParams.get('state') ?? '']
    if (session === undefined) return void res.end(page(OUT, { notice }))
    const { preferred_username: username, name = username ?? session.user.sub } = session.user
    res.end(page(IN, { ...session, notice, name, expires: new Date(session.expiresAt).toISOString() }))
  })
  return (req, res) => listener(req, res.setHeaders(new Map(Object.entries(HEADERS))))
}
