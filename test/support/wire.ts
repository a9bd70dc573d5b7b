/** A relay in front of Portico that records all bytes. */
import { converse } from './raw-socket.ts'
import { startRelay } from './relay.ts'

/** A message as sent. */
export interface Sent {
  readonly head: string
  readonly body: Buffer
  /** Size of head and body. */
  readonly bytes: number
}

export interface Exchange {
  readonly path: string
  readonly request: Sent
  readonly answer: Sent
}

export interface Wire {
  readonly port: number
  /** Complete requests with their responses, by connection. */
  exchanges(): readonly Exchange[]
  /** Sets the destination of later requests. */
  lead(port: number): void
  close(): Promise<void>
}

export async function startWire(): Promise<Wire> {
  const connections: { readonly up: Buffer[]; readonly down: Buffer[] }[] = []
  let target = 0
  const { port, close } = await startRelay(
    () => target,
    (client, upstream) => {
      const seen = { up: [] as Buffer[], down: [] as Buffer[] }
      connections.push(seen)
      client.on('data', (chunk: Buffer) => seen.up.push(chunk)).pipe(upstream)
      upstream.on('data', (chunk: Buffer) => seen.down.push(chunk)).pipe(client)
      client.on('error', () => upstream.destroy())
      upstream.on('error', () => client.destroy())
    },
  )
  return {
    port,
    close,
    exchanges: () =>
      connections.flatMap(({ up, down }) => {
        const requests = messages(Buffer.concat(up))
        return messages(Buffer.concat(down)).map((answer, index) => {
          const request = requests[index]
          if (request === undefined) throw new Error('an answer to nothing')
          return { path: request.head.split(' ', 2)[1] ?? '', request, answer }
        })
      }),
    lead(port) {
      target = port
    },
  }
}

/** Sends one GET over a separate connection that stays open, and returns the response. */
export async function fetchRaw(port: number, path: string, headers: Readonly<Record<string, string>>): Promise<Sent> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const { received } = await converse(port, [`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`], {
    isWhole: (bytes) => messages(bytes).length > 0,
  })
  const [answer] = messages(received)
  if (answer === undefined) throw new Error('no whole answer')
  return answer
}

/** The complete messages of one side of a connection, by their Content-Length. */
function messages(sent: Buffer): Sent[] {
  const found: Sent[] = []
  for (let at = 0; at < sent.length; ) {
    const end = sent.indexOf('\r\n\r\n', at)
    if (end === -1) break
    const head = sent.toString('latin1', at, end)
    if (/^transfer-encoding:/im.test(head)) throw new Error('a body of unknown length')
    const from = end + 4
    const to = from + Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)
    if (to > sent.length) break
    found.push({ head, body: sent.subarray(from, to), bytes: to - at })
    at = to
  }
  return found
}
