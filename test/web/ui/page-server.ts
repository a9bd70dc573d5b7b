/** Serves the fixtures as the product would: real headers, real assets. Choose with `?locale=` and `?scheme=`. */
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import { ASSET_CACHE_CONTROL } from '../../../lib/web/ui/assets.ts'
import { type PageKind, pageHeaders, withFrame } from '../../../lib/web/ui/csp.ts'
import { colorSchemeOf, type View } from '../../../lib/web/ui/view.ts'
import { stoppedAtEnd } from '../../support/at-end.ts'
import { closed, listening } from '../../support/listening.ts'
import { ASSETS, FIXTURES, viewFor } from './fixtures.tsx'

export interface Posted {
  readonly path: string
  readonly fields: Readonly<Record<string, string>>
}

export interface PageServer {
  readonly origin: string
  readonly posted: Posted[]
  /** Paths below /frame/ that were asked for; `/frame/silent` never answers. */
  readonly framed: string[]
  /** Adds a page that only this test needs. */
  readonly show: (path: string, kind: PageKind, page: (view: View) => string) => void
  readonly close: () => Promise<void>
}

/** The accessibility checker, as a script of the same site: the policy allows it, and the browser keeps it compiled. */
export const AXE_PATH = '/axe.js'
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'))
/** The same as text, for what has no address. */
export const AXE_SOURCE = AXE.toString('utf8')

export async function startPageServer(): Promise<PageServer> {
  const pages = new Map(FIXTURES.map(({ name, kind, page }) => [`/${name}`, { kind, page }]))
  const posted: Posted[] = []
  const framed: string[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const asset = ASSETS.serve(pathname.split('/').at(-1) ?? '')
    const page = pages.get(pathname)
    if (asset !== undefined) {
      response.writeHead(200, { 'Content-Type': asset.type, 'Cache-Control': ASSET_CACHE_CONTROL }).end(asset.body)
    } else if (pathname === AXE_PATH) {
      response
        .writeHead(200, { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': ASSET_CACHE_CONTROL })
        .end(AXE)
    } else if (request.method === 'POST') {
      void fieldsOf(request).then((fields) => {
        posted.push({ path: pathname, fields })
        response.writeHead(204).end()
      })
    } else if (pathname.startsWith('/frame/')) {
      framed.push(pathname)
      if (pathname !== '/frame/silent')
        response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>out</title>')
    } else if (page !== undefined) {
      const view = viewFor({
        locale: searchParams.get('locale') ?? 'en',
        colorScheme: colorSchemeOf(searchParams.get('scheme') ?? undefined),
      })
      const headers = pageHeaders(page.kind)
      const isFraming = pathname.startsWith('/operations-appearance')
      response.writeHead(200, isFraming ? withFrame(headers) : headers).end(page.page(view))
    } else {
      response.writeHead(404).end()
    }
  })
  const port = await listening(server)
  return stoppedAtEnd({
    origin: `http://127.0.0.1:${port}`,
    posted,
    framed,
    show: (path, kind, page) => {
      pages.set(path, { kind, page })
    },
    close: () => closed(server),
  })
}

async function fieldsOf(request: IncomingMessage): Promise<Record<string, string>> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return Object.fromEntries(new URLSearchParams(body))
}
