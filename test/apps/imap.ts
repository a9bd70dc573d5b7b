/** A mail program, as far as it signs in by IMAP with an access token. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

export const MECHANISMS = ['XOAUTH2', 'OAUTHBEARER'] as const
type Mechanism = (typeof MECHANISMS)[number]

/** The beginning of the first message, and the response to a challenge (RFC 7628 s3.1, s3.2.3; Google's form). */
const SASL: Readonly<Record<Mechanism, { readonly begin: (user: string) => string; readonly yield: string }>> = {
  XOAUTH2: { begin: (user) => `user=${user}\x01`, yield: '' },
  OAUTHBEARER: { begin: (user) => `n,a=${user},\x01`, yield: 'AQ==' },
}
const PATIENCE_MS = 20_000

export interface SignIn {
  /** `OK`, or `NO` with its code. */
  readonly outcome: string
  /** Why not, for programs. */
  readonly challenge?: unknown
}

/** @throws until a server of IMAP answers there */
export async function greeting(port: number): Promise<void> {
  const { socket, line } = await open(port)
  const said = await line()
  socket.destroy()
  if (!said.startsWith('* OK')) throw new Error(said)
}

export async function imapSignIn(
  { origin }: { readonly origin: string },
  mechanism: Mechanism,
  user: string,
  token: string,
): Promise<SignIn> {
  const { socket, line } = await open(Number(new URL(origin).port))
  await line()
  const first = Buffer.from(`${SASL[mechanism].begin(user)}auth=Bearer ${token}\x01\x01`).toString('base64')
  socket.write(`a AUTHENTICATE ${mechanism} ${first}\r\n`)
  let said = await line()
  let challenge: unknown
  if (said.startsWith('+ ')) {
    challenge = JSON.parse(Buffer.from(said.slice(2), 'base64').toString())
    socket.write(`${SASL[mechanism].yield}\r\n`)
    said = await line()
  }
  socket.destroy()
  const outcome = /^a (OK|NO \[[A-Z]+\])/.exec(said)?.[1] ?? said
  return { outcome, ...(challenge === undefined ? {} : { challenge }) }
}

async function open(port: number): Promise<{ readonly socket: Socket; readonly line: () => Promise<string> }> {
  const socket = connect(port, '127.0.0.1')
  socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('no answer')))
  await once(socket, 'connect')
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  return { socket, line: async () => (await lines.next()).value ?? '' }
}
