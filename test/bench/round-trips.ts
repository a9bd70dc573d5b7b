/**
 * A proxy in front of Redis that counts round trips. It holds every reply back for a moment. Independent commands
 * arrive together meanwhile and count as one trip; a command that needs a reply first begins the next.
 */
import { startRelay } from '../support/relay.ts'

export interface CountingProxy {
  readonly url: string
  /** Round trips since the last call. */
  taken(): number
  close(): Promise<void>
}

const HELD_MS = 4

export async function startCountingProxy(redisPort: number): Promise<CountingProxy> {
  let trips = 0
  const { port, close } = await startRelay(redisPort, (client, redis) => {
    let asking = false
    client.on('data', (commands) => {
      if (!asking) trips += 1
      asking = true
      redis.write(commands)
    })
    redis.on('data', (replies) =>
      setTimeout(() => {
        asking = false
        client.write(replies)
      }, HELD_MS),
    )
    client.on('close', () => redis.destroy())
    redis.on('close', () => client.destroy())
  })
  return {
    url: `redis://127.0.0.1:${port}`,
    taken() {
      const since = trips
      trips = 0
      return since
    },
    close,
  }
}
