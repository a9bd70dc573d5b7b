/** Receivers of back-channel notices: they keep what arrives, and answer as the test says. */

import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import type { ClientInput } from '../../lib/config/configuration.ts'
import type { Idp } from './idp.ts'
import { HANG_MS } from './patience.ts'
import { claimsOf, headerOf } from './relying-party.ts'
import { until } from './until.ts'

/** One call of a receiver. */
export interface Notice {
  /** `performance.now()` at its arrival. */
  readonly at: number
  readonly method: string
  readonly path: string
  readonly contentType: string
  readonly body: string
  readonly token: string
  readonly header: Record<string, any>
  readonly claims: Record<string, any>
}

export type Answering = (res: ServerResponse, notice: Notice) => void

export interface Sink {
  readonly port: number
  readonly origin: string
  /** Where notices are taken. */
  readonly url: string
  readonly notices: readonly Notice[]
  /** Connections that are open. */
  readonly open: ReadonlySet<Socket>
  answers(how: Answering): void
  /** Resolves when so many notices are there. */
  arrived(count: number, ms?: number): Promise<readonly Notice[]>
  clear(): void
  close(): Promise<void>
}

export const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Answering =>
  (res) =>
    res.writeHead(code, headers).end(body)

export interface SinkServer {
  readonly name: string
  readonly serve: (handler: RequestListener) => Server
  readonly scheme: 'http' | 'https'
}

const PLAIN: SinkServer = { name: 'http', serve: (handler) => createServer(handler), scheme: 'http' }

export async function startSink(
  answering: Answering = status(200),
  { serve, scheme }: SinkServer = PLAIN,
  at = 0,
): Promise<Sink> {
  let how = answering
  const notices: Notice[] = []
  const open = new Set<Socket>()
  const watchers = new Set<() => void>()
  const server = serve((req, res) => {
    void received(req).then(
      (notice) => {
        notices.push(notice)
        for (const watcher of watchers) watcher()
        how(res, notice)
      },
      () => {},
    )
  })
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `${scheme}://127.0.0.1:${port}`
  return {
    port,
    origin,
    url: `${origin}/backchannel`,
    notices,
    open,
    answers(next) {
      how = next
    },
    arrived: (count, ms = HANG_MS) =>
      new Promise((resolve, reject) => {
        const limit = setTimeout(() => {
          watchers.delete(watch)
          reject(new Error(`${notices.length} of ${count} notices in ${ms} ms`))
        }, ms)
        const watch = (): void => {
          if (notices.length < count) return
          clearTimeout(limit)
          watchers.delete(watch)
          resolve(notices)
        }
        watchers.add(watch)
        watch()
      }),
    clear() {
      notices.length = 0
    },
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function received(req: IncomingMessage): Promise<Notice> {
  let body = ''
  for await (const chunk of req) body += String(chunk)
  const token = new URLSearchParams(body).get('logout_token') ?? ''
  const isJwt = token.split('.').length === 3
  return {
    at: performance.now(),
    method: req.method ?? '',
    path: req.url ?? '',
    contentType: req.headers['content-type'] ?? '',
    body,
    token,
    header: isJwt ? headerOf(token) : {},
    claims: isJwt ? claimsOf(token) : {},
  }
}

export interface Door {
  readonly port: number
  readonly knocks: () => number
  readonly close: () => Promise<unknown>
}

/** A door that counts who knocks. */
export async function openDoor(host: string): Promise<Door> {
  let knocks = 0
  const server = createTcpServer((socket) => {
    knocks += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const close = (): Promise<unknown> => new Promise((resolve) => server.close(resolve))
  return { port: (server.address() as AddressInfo).port, knocks: () => knocks, close }
}

const EVERYTHING = ['openid', 'profile', 'email', 'offline_access'] as const

/** A confidential client that nobody has to consent to, with whatever channels are given. */
export function logoutClient(
  id: string,
  more: Partial<ClientInput> = {},
): ClientInput & { readonly client_secret: string } {
  return {
    client_id: id,
    client_name: `App ${id}`,
    client_type: 'confidential',
    client_secret: `${id}-secret-0123456789abcdef0123456789`,
    redirect_uris: [`https://${id}.example/callback`],
    post_logout_redirect_uris: [`https://${id}.example/`],
    scopes: EVERYTHING,
    consent: 'trusted',
    ...more,
  } as ClientInput & { readonly client_secret: string }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

/** Resolves when no notice waits or is on its way: one of an earlier test would be counted by the next. */
export function allNoticesSent({ portico }: Pick<Idp, 'portico'>): Promise<void> {
  return until(async () =>
    (await portico.deliveries.list({ limit: 200 })).entries.every(({ nextTryAt }) => nextTryAt === undefined),
  )
}
