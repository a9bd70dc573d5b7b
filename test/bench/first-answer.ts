/** Asks a server that starts until it answers; each try is a connection of its own, and a refused one costs nearly nothing. */
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { HANG_MS } from '../support/patience.ts'

const PAUSE_MS = 4

/** Resolves when the status is 200. */
export async function firstAnswer(port: number, path: string): Promise<void> {
  const end = performance.now() + HANG_MS
  while ((await statusOf(port, path)) !== 200) {
    if (performance.now() > end) throw new Error(`no answer at port ${port} in ${HANG_MS} ms`)
    await pause(PAUSE_MS)
  }
}

function statusOf(port: number, path: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`),
    )
    socket.once('data', (chunk: Buffer) => {
      socket.destroy()
      resolve(Number(chunk.toString('latin1').slice(9, 12)))
    })
    socket.once('error', () => resolve(undefined))
    socket.once('close', () => resolve(undefined))
  })
}
