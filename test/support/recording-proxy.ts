/** A proxy in front of an LDAP server that records messages and connections. */
import { startProxy } from './tcp-proxy.ts'

export interface RecordingProxy {
  readonly port: number
  /** `ldap://127.0.0.1:port` */
  readonly url: string
  /** All bytes from clients. */
  sent(): string
  /** Messages with a bind or a search; the driver sends each in one piece. */
  binds(): number
  searches(): number
  /** Current connections, and the highest number so far. */
  connections(): { readonly now: number; readonly most: number }
  /** Holds back the server's responses from now on, on new connections too. */
  hold(): void
  /** Delivers everything that was held back. */
  release(): void
  close(): Promise<void>
}

const BIND_REQUEST = 0x60
const SEARCH_REQUEST = 0x63

/** @param rewrite changes a piece of a response */
export async function recordingProxy(
  targetPort: number,
  rewrite: (answer: Buffer) => Buffer = (answer) => answer,
): Promise<RecordingProxy> {
  const pieces: Buffer[] = []
  const bytewise = (answer: string): string => rewrite(Buffer.from(answer, 'latin1')).toString('latin1')
  let [now, most] = [0, 0]
  const { port, pause, resume, close } = await startProxy(targetPort, '127.0.0.1', bytewise, {
    opened() {
      now += 1
      most = Math.max(most, now)
    },
    sent: (piece) => pieces.push(piece),
    ended() {
      now -= 1
    },
  })
  const count = (operation: number): number => pieces.filter((piece) => operationOf(piece) === operation).length
  return {
    port,
    url: `ldap://127.0.0.1:${port}`,
    sent: () => Buffer.concat(pieces).toString('latin1'),
    binds: () => count(BIND_REQUEST),
    searches: () => count(SEARCH_REQUEST),
    connections: () => ({ now, most }),
    hold: pause,
    release: resume,
    close,
  }
}

/** After the message's length and number (RFC 4511 s4.1.1). */
function operationOf(message: Buffer): number | undefined {
  const lengthBytes = (message[1] ?? 0) < 0x80 ? 1 : 1 + ((message[1] ?? 0) & 0x7f)
  const number = 1 + lengthBytes
  return message[0] === 0x30 && message[number] === 0x02 ? message[number + 2 + (message[number + 1] ?? 0)] : undefined
}
