/** A proxy before Redis that can answer every command with one error, as a server that loads, moves or lacks something. */

import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { stoppedAtEnd } from './at-end.ts'
import { messageLength } from './resp.ts'

export interface RefusingProxy {
  readonly port: number
  /** Every command is answered so from now on, and reaches nobody. Undefined: all is well again. */
  refuse(code: string | undefined): void
  close(): Promise<void>
}

/** What was let through before is answered by then, so that no answer overtakes another. */
const HELD_MS = 10

export async function startRefusingProxy(redisPort: number): Promise<RefusingProxy> {
  const sockets = new Set<Socket>()
  let refusal: string | undefined
  const server = createServer((client) => {
    const redis = connect(redisPort, '127.0.0.1')
    for (const socket of [client, redis]) {
      sockets.add(socket.setNoDelay(true))
      socket.on('error', () => undefined)
    }
    client.on('data', (commands) => {
      if (refusal === undefined) return void redis.write(commands)
      const answer = `-${refusal} not now\r\n`
      for (let at = 0; at < commands.length; at += messageLength(commands, at) ?? Infinity) {
        setTimeout(() => client.writable && client.write(answer), HELD_MS)
      }
    })
    redis.on('data', (replies) => client.write(replies))
    client.on('close', () => redis.destroy())
    redis.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return stoppedAtEnd({
    port: (server.address() as AddressInfo).port,
    refuse(code) {
      refusal = code
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}
