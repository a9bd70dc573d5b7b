/** Receivers of back-channel notices: they store notices, and respond as the test specifies. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { ClientInput } from '../../lib/config/configuration.ts'
import { stoppedAtEnd } from './at-end.ts'
import { type Confidential, confidential } from './fixtures.ts'
import type { Idp } from './idp.ts'
import { closed, listening } from './listening.ts'
import { claimsOf, headerOf } from './relying-party.ts'
import { until } from './until.ts'

export interface Notice {
  readonly method: string
  readonly path: string
  readonly contentType: string
  readonly body: string
  readonly token: string
  readonly header: Record<string, any>
  readonly claims: Record<string, any>
}

type Answering = (res: ServerResponse, notice: Notice) => void

export interface Sink {
  readonly port: number
  readonly origin: string
  /** The URL for notices. */
  readonly url: string
  readonly notices: readonly Notice[]
  /** Open connections. */
  readonly open: ReadonlySet<Socket>
  answers(how: Answering): void
  /** Resolves after this many notices. */
  arrived(count: number, ms?: number): Promise<readonly Notice[]>
  clear(): void
  close(): Promise<void>
}

export const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Answering =>
  (res) =>
    res.writeHead(code, headers).end(body)

interface SinkServer {
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
  const server = serve((req, res) => {
    void received(req).then(
      (notice) => {
        notices.push(notice)
        how(res, notice)
      },
      () => {},
    )
  })
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => {})
  })
  const port = await listening(server, at)
  const origin = `${scheme}://127.0.0.1:${port}`
  return stoppedAtEnd({
    port,
    origin,
    url: `${origin}/backchannel`,
    notices,
    open,
    answers(next) {
      how = next
    },
    async arrived(count, ms) {
      await until(() => notices.length >= count, `${count} notices`, ms)
      return notices
    },
    clear() {
      notices.length = 0
    },
    close: () => closed(server, open),
  })
}

async function received(req: IncomingMessage): Promise<Notice> {
  let body = ''
  for await (const chunk of req) body += String(chunk)
  const token = new URLSearchParams(body).get('logout_token') ?? ''
  const isJwt = token.split('.').length === 3
  return {
    method: req.method ?? '',
    path: req.url ?? '',
    contentType: req.headers['content-type'] ?? '',
    body,
    token,
    header: isJwt ? headerOf(token) : {},
    claims: isJwt ? claimsOf(token) : {},
  }
}

/** A port that counts connections. */
export async function openDoor(host: string) {
  let knocks = 0
  const server = createTcpServer((socket) => {
    knocks += 1
    socket.destroy()
  })
  const port = await listening(server, 0, host)
  return stoppedAtEnd({ port, knocks: () => knocks, close: () => closed(server) })
}

/** A confidential client without consent, with the given logout channels. */
export const logoutClient = (id: string, more: Partial<ClientInput> = {}): Confidential =>
  confidential(id, {
    client_name: `App ${id}`,
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    consent: 'trusted',
    ...more,
  })

export const pause = (ms: number): Promise<void> => setTimeout(ms)

/** Resolves when no notice is waiting or in progress; otherwise the next test would count it. */
export function allNoticesSent({ portico }: Pick<Idp, 'portico'>): Promise<void> {
  return until(async () =>
    (await portico.deliveries.list({ limit: 200 })).entries.every(({ nextTryAt }) => nextTryAt === undefined),
  )
}
