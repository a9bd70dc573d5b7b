import type { Socket } from 'node:net'
import { type Relay, startRelay } from './relay.ts'
import { messageLength } from './resp.ts'

/** A TCP proxy between a node and its store that simulates network failures. */
export interface TcpProxy extends Relay {
  /** Holds everything back, both ways; connections stay open, new ones too (a half-open network). */
  pause(): void
  /** Drops the server's replies after this many bytes; requests still arrive. */
  dropReplies(afterBytes?: number): void
  /** The same, after this many Redis replies. */
  dropRepliesAfter(answers: number): void
  /** Ends pause and dropping, and delivers everything that was held back, even if its sender is gone. */
  resume(): void
  /** Delays every chunk, both ways; 0 ends it for later chunks. */
  delay(ms: number): void
}

/** Observes connections, and bytes from clients. */
interface Watcher {
  opened(): void
  sent(chunk: Buffer): void
  ended(): void
}

/** @param rewrite changes a chunk of a reply, each byte as a character */
export async function startProxy(
  targetPort: number,
  targetHost = '127.0.0.1',
  rewrite?: (answer: string) => string,
  watcher?: Watcher,
): Promise<TcpProxy> {
  let gate = Promise.withResolvers<void>()
  /** Remaining bytes of replies that pass. */
  let passing = Infinity
  /** Remaining replies that pass. */
  let answersLeft = Infinity
  let delayMs = 0
  gate.resolve()

  /** The bytes of the remaining replies in the chunk. */
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
