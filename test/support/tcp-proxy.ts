import { connect, createServer, type Socket } from 'node:net'
import { stoppedAtEnd } from './at-end.ts'
import { listening } from './listening.ts'
import { messageLength } from './resp.ts'

/** A TCP proxy that stands between a node and its store and makes the network misbehave. */
export interface TcpProxy {
  readonly port: number
  /** Holds everything back, both ways; connections stay open, new ones too (a half-open network). */
  pause(): void
  /** Swallows what the server answers, from so many bytes on; what the client sends still arrives. */
  dropReplies(afterBytes?: number): void
  /** The same, by answers of Redis: so many still pass. */
  dropRepliesAfter(answers: number): void
  /** Ends pause and dropping; what was held back is delivered now, even if its sender has gone. */
  resume(): void
  /** Breaks all connections. New ones are let through. */
  cut(): void
  /** Delays every chunk, both ways. 0 ends it for what comes next. */
  delay(ms: number): void
  close(): Promise<void>
}

/** Is told what clients do. */
interface Watcher {
  opened(): void
  sent(chunk: Buffer): void
  ended(): void
}

/** @param rewrite what becomes of a chunk that the server answers, each byte a character */
export async function startProxy(
  targetPort: number,
  targetHost = '127.0.0.1',
  rewrite?: (answer: string) => string,
  watcher?: Watcher,
): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let gate = Promise.withResolvers<void>()
  /** How many bytes of answers still pass. */
  let passing = Infinity
  /** How many of them. */
  let answersLeft = Infinity
  let delayMs = 0
  gate.resolve()

  /** The bytes of the answers in the chunk that still pass. */
  function takeAnswers(chunk: Buffer): number {
    let at = 0
    for (; answersLeft > 0 && at < chunk.length; answersLeft -= 1) at += messageLength(chunk, at) ?? chunk.length
    return at
  }

  function relay(from: Socket, to: Socket, isReply: boolean): void {
    let line: Promise<unknown> = Promise.resolve()
    from.on('data', (received) => {
      const chunk =
        isReply && rewrite !== undefined ? Buffer.from(rewrite(received.toString('latin1')), 'latin1') : received
      if (!isReply) watcher?.sent(chunk)
      if (isReply && answersLeft < Infinity) passing = takeAnswers(chunk)
      const passed = isReply ? chunk.subarray(0, Math.min(passing, chunk.length)) : chunk
      if (isReply) passing -= passed.length
      if (passed.length === 0) return
      const wait = delayMs > 0 ? new Promise((resolve) => setTimeout(resolve, delayMs)) : undefined
      line = line.then(() => Promise.all([gate.promise, wait])).then(() => to.writable && to.write(passed))
    })
    from.on('end', () => {
      line = line.then(() => gate.promise).then(() => to.end())
    })
    from.on('error', () => undefined)
    from.on('close', () => sockets.delete(from))
  }

  const server = createServer({ allowHalfOpen: true }, (client) => {
    const target = connect({ port: targetPort, host: targetHost, allowHalfOpen: true })
    for (const socket of [client, target]) sockets.add(socket.setNoDelay(true))
    watcher?.opened()
    client.once('close', () => watcher?.ended())
    target.on('error', () => client.destroy())
    relay(client, target, false)
    relay(target, client, true)
  })
  const port = await listening(server)

  return stoppedAtEnd({
    port,
    pause() {
      gate = Promise.withResolvers()
    },
    dropReplies(afterBytes = 0) {
      passing = afterBytes
    },
    dropRepliesAfter(answers) {
      answersLeft = answers
    },
    resume() {
      passing = Infinity
      answersLeft = Infinity
      gate.resolve()
    },
    cut() {
      for (const socket of sockets) socket.destroy()
    },
    delay(ms) {
      delayMs = ms
    },
    async close() {
      gate.resolve()
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}
