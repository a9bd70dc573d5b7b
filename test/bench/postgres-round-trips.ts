/**
 * A proxy in front of PostgreSQL that counts round trips. It holds the results of all connections back until each has
 * its own, so statements that are sent without waiting for each other's result count as one trip.
 */
import type { Socket } from 'node:net'
import { startRelay } from '../support/relay.ts'

const HELD_MS = 4
/** The end of each result: ReadyForQuery, with its length and a status (PostgreSQL, Message Formats). */
const READY = Buffer.from([0x5a, 0, 0, 0, 5])

const isReady = (bytes: Buffer): boolean => bytes.subarray(-6, -1).equals(READY)

export async function startPostgresCountingProxy(postgresPort: number): Promise<{
  readonly port: number
  /** Round trips since the last call. */
  taken(): number
}> {
  let trips = 0
  const waiting = new Set<Socket>()
  let held: (readonly [client: Socket, result: Buffer])[] = []
  const release = (): void => {
    if (waiting.size > 0) return
    const results = held
    held = []
    for (const [client, result] of results) client.write(result)
  }
  const { port } = await startRelay(postgresPort, (client, server) => {
    let isOpen = false
    client.on('data', (statements) => {
      if (isOpen && waiting.size === 0 && held.length === 0) trips += 1
      if (isOpen) waiting.add(client)
      server.write(statements)
    })
    server.on('data', (result) => {
      if (isOpen) held.push([client, result])
      else client.write(result)
      if (!isReady(result)) return
      // Before, the two exchange passwords and settings.
      isOpen = true
      waiting.delete(client)
      setTimeout(release, HELD_MS)
    })
    client.on('close', () => {
      waiting.delete(client)
      server.destroy()
    })
    server.on('close', () => client.destroy())
  })
  return {
    port,
    taken() {
      const since = trips
      trips = 0
      return since
    },
  }
}
