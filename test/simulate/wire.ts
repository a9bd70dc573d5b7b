/** Requests from users and apps to nodes, in memory: Node's own request and response, on a socket that is none. */
import { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { type Answer, encodeFields, type Fields, type Message } from '../support/http.ts'
import { type Place, type Process, places, type Scheduler } from './scheduler.ts'

export type Handle = (req: IncomingMessage, res: ServerResponse) => void

/** The caller got no response; whether the request had an effect is unknown. */
export class NoAnswer extends Error {}

/** As Node's parser fills it in. */
type Parsed = IncomingMessage & { _addHeaderLines(raw: readonly string[], count: number): void }

const TRAVEL_MS = 20
const PATIENCE_MS = 60_000

export interface Sending {
  readonly sim: Scheduler
  readonly random: Place['random']
  readonly process: Process
  readonly handle: Handle
  /** The caller's IP address. */
  readonly address: string
  /** Probability that the response is lost. */
  readonly unanswered: number
  /** Milliseconds after which the caller closes the connection, if it does. */
  readonly goneAfter?: number | undefined
  /** Called when the node has written the response, whether or not it arrives. */
  readonly written: (answer: Answer) => void
}

export function sendInMemory(sending: Sending, path: string, message: Message): Promise<Answer> {
  const { sim, random, process, handle, address, goneAfter } = sending
  const { headers = {}, body } = message
  const isForm = body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array)
  const text = isForm ? encodeFields(body as Fields) : String(body ?? '')
  const method = message.method ?? (body === undefined ? 'GET' : 'POST')
  const all: Record<string, unknown> = {
    host: 'sso.example',
    ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(text) }),
    ...headers,
  }
  const sent = { method, path, headers: all as never, body: text }
  const travel = (): number => TRAVEL_MS * (0.2 + random.next() ** 3 * 5)
  return new Promise((resolve, reject) => {
    const socket = Object.assign(new Duplex({ read() {}, write: (_bytes, _coding, done) => done() }), {
      remoteAddress: address,
    }) as unknown as Socket
    const req = Object.assign(new IncomingMessage(socket), { method, url: path }) as Parsed
    const raw = Object.entries(all).flatMap(([name, value]) => [name, String(value)])
    req._addHeaderLines(raw, raw.length)
    req.complete = true
    const res = new ServerResponse(req)
    res.sendDate = false
    res.assignSocket(socket)
    const lose = (): void => {
      socket.destroy()
      sim.after(travel(), () => reject(new NoAnswer(`${method} ${path.split('?')[0]}`)))
    }
    let answer = ''
    const end = res.end.bind(res)
    res.end = ((...given: [string?]) => {
      answer = String(given[0] ?? '')
      return end(...(given as []))
    }) as typeof res.end
    res.on('finish', () => {
      if (socket.destroyed) return
      res.detachSocket(socket)
      res.emit('close')
      const received = {
        status: res.statusCode,
        headers: res.getHeaders() as Answer['headers'],
        setCookies: [res.getHeader('set-cookie') ?? []].flat() as string[],
        text: answer,
        sent,
        json: () => JSON.parse(answer) as unknown,
      }
      sending.written(received)
      if (random.chance(sending.unanswered)) return lose()
      sim.after(travel(), () => resolve(received))
    })
    sim.after(travel(), () => {
      if (!process.alive) return lose()
      req.push(text === '' ? null : text)
      if (text !== '') req.push(null)
      places.run({ process, random }, handle, req, res)
      const leave = (): void => void (res.writableFinished || lose())
      sim.after(goneAfter ?? PATIENCE_MS, leave)
      process.callers.add(leave)
      res.once('close', () => process.callers.delete(leave))
    })
  })
}
