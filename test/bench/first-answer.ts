/** Polls a starting server until it responds; each attempt is a new connection, and a refused one is cheap. */
import { setTimeout as pause } from 'node:timers/promises'
import { HANG_MS } from '../support/patience.ts'
import { converse } from '../support/raw-socket.ts'

const PAUSE_MS = 4

/** Resolves when the status is 200. */
export async function firstAnswer(port: number, path: string): Promise<void> {
  const end = performance.now() + HANG_MS
  while ((await statusOf(port, path)) !== 200) {
    if (performance.now() > end) throw new Error(`no answer at port ${port} in ${HANG_MS} ms`)
    await pause(PAUSE_MS)
  }
}

async function statusOf(port: number, path: string): Promise<number> {
  const request = `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`
  const { received } = await converse(port, [request], { isWhole: () => true })
  return Number(received.toString('latin1', 9, 12))
}
