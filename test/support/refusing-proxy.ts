/** A proxy in front of Redis that can reply to every command with one error, like a loading or moving server. */
import { type Relay, startRelay } from './relay.ts'
import { messageLength } from './resp.ts'

export interface RefusingProxy extends Relay {
  /** From now on, every command gets this error and is not forwarded. Undefined: back to normal. */
  refuse(code: string | undefined): void
}

export async function startRefusingProxy(redisPort: number): Promise<RefusingProxy> {
  let refusal: string | undefined
  const relay = await startRelay(redisPort, (client, redis) => {
    /** Forwarded commands without a reply: an error waits for them, so that replies stay in order. */
    let unanswered = 0
    let [asked, replied] = [Buffer.alloc(0), Buffer.alloc(0)] as [Buffer, Buffer]
    let answered = Promise.withResolvers<void>()
    answered.resolve()
    let line: Promise<unknown> = Promise.resolve()
    client.on('data', (commands) => {
      const { count, rest } = takeMessages(Buffer.concat([asked, commands]))
      asked = rest
      const answer = refusal === undefined ? undefined : `-${refusal} not now\r\n`.repeat(count)
      line = line.then(async () => {
        if (answer === undefined) {
          if (unanswered === 0 && count > 0) answered = Promise.withResolvers()
          unanswered += count
          redis.write(commands)
          return
        }
        await answered.promise
        if (client.writable) client.write(answer)
      })
    })
    redis.on('data', (replies) => {
      client.write(replies)
      const { count, rest } = takeMessages(Buffer.concat([replied, replies]))
      replied = rest
      unanswered = Math.max(0, unanswered - count)
      if (unanswered === 0) answered.resolve()
    })
    client.on('close', () => redis.destroy())
    redis.on('close', () => client.destroy())
  })
  return {
    ...relay,
    refuse(code) {
      refusal = code
    },
  }
}

/** The number of complete messages, and the beginning of the next. */
function takeMessages(bytes: Buffer): { readonly count: number; readonly rest: Buffer } {
  let [count, at] = [0, 0]
  for (let length = messageLength(bytes, at); at < bytes.length && length !== undefined; count += 1) {
    at += length
    length = messageLength(bytes, at)
  }
  return { count, rest: bytes.subarray(at) }
}
