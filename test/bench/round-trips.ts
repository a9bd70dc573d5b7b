/**
 * A proxy before Redis that counts round trips. It holds every reply back for a moment: commands that do not wait for
 * one another arrive together meanwhile and count as one trip; a command that needs an answer first begins the next.
 */

import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface CountingProxy {
  readonly url: string
  /** Round trips since the last time this was asked. */
  taken(): number
  close(): Promise<void>
}

const HELD_MS = 4

export async function startCountingProxy(redisPort: number): Promise<CountingProxy> {
  let trips = 0
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const redis = connect(redisPort, '127.0.0.1')
    let asking = false
    for (const socket of [client, redis]) {
      sockets.add(socket.setNoDelay(true))
      socket.on('error', () => undefined)
    }
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken() {
      const since = trips
      trips = 0
      return since
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
