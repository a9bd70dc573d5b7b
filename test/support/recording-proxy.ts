/** Stands before a directory server, and sees what it is sent, by how many connections at a time. */
import { type Relay, startRelay } from './relay.ts'

export interface RecordingProxy extends Relay {
  /** `ldap://127.0.0.1:port` */
  readonly url: string
  /** All that clients have sent. */
  sent(): string
  /** Messages with a bind, or a search: the driver sends each in one piece. */
  binds(): number
  searches(): number
  /** Connections now, and the most at once. */
  connections(): { readonly now: number; readonly most: number }
  /** Holds back what the server answers, from now on, also on new connections. */
  hold(): void
  /** Lets go of it, and of all that was held back. */
  release(): void
}

const BIND_REQUEST = 0x60
const SEARCH_REQUEST = 0x63

/** @param rewrite what becomes of a piece of an answer */
export async function recordingProxy(
  targetPort: number,
  rewrite: (answer: Buffer) => Buffer = (answer) => answer,
): Promise<RecordingProxy> {
  const pieces: Buffer[] = []
  let gate = Promise.withResolvers<void>()
  let now = 0
  let most = 0
  gate.resolve()

  const relay = await startRelay(targetPort, (client, target) => {
    now += 1
    most = Math.max(most, now)
    client.on('data', (piece: Buffer) => {
      pieces.push(piece)
      target.write(piece)
    })
    client.on('end', () => {
      now -= 1
    })
    client.on('close', (failed) => {
      if (failed) now -= 1
      target.end()
    })
    target.on('data', async (piece: Buffer) => {
      await gate.promise
      if (client.writable) client.write(rewrite(piece))
    })
    target.on('close', () => client.destroy())
  })
  const count = (operation: number): number => pieces.filter((piece) => operationOf(piece) === operation).length

  return {
    ...relay,
    url: `ldap://127.0.0.1:${relay.port}`,
    sent: () => Buffer.concat(pieces).toString('latin1'),
    binds: () => count(BIND_REQUEST),
    searches: () => count(SEARCH_REQUEST),
    connections: () => ({ now, most }),
    hold() {
      gate = Promise.withResolvers()
    },
    release: () => gate.resolve(),
  }
}

/** Behind the length of the message and its number (RFC 4511 s4.1.1). */
function operationOf(message: Buffer): number | undefined {
  const lengthBytes = (message[1] ?? 0) < 0x80 ? 1 : 1 + ((message[1] ?? 0) & 0x7f)
  const number = 1 + lengthBytes
  return message[0] === 0x30 && message[number] === 0x02 ? message[number + 2 + (message[number + 1] ?? 0)] : undefined
}
