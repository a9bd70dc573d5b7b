import type { Socket } from 'node:net'
import { type Relay, startRelay } from './relay.ts'
import { messageLength } from './resp.ts'

/** A TCP proxy that stands between a node and its store and makes the network misbehave. */
export interface TcpProxy extends Relay {
  /** Holds everything back, both ways; connections stay open, new ones too (a half-open network). */
  pause(): void
  /** Swallows what the server answers, from so many bytes on; what the client sends still arrives. */
  dropReplies(afterBytes?: number): void
  /** The same, by answers of Redis: so many still pass. */
  dropRepliesAfter(answers: number): void
  /** Ends pause and dropping; what was held back is delivered now, even if its sender has gone. */
  resume(): void
  /** Delays every chunk, both ways. 0 ends it for what comes next. */
  delay(ms: number): void
}

/** Sees the connections, and what clients send. */
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
  }

  const join = (client: Socket, target: Socket): void => {
    watcher?.opened()
    client.once('close', () => watcher?.ended())
    target.on('error', () => client.destroy())
    relay(client, target, false)
    relay(target, client, true)
  }
  return {
    ...(await startRelay(targetPort, join, { host: targetHost, allowHalfOpen: true })),
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
    delay(ms) {
      delayMs = ms
    },
  }
}
