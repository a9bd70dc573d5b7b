import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { rateAddress } from '../../policies/network-address.ts'

/** Limits open connections per IPv4 address or IPv6 /64. Excess connections are closed before any data is read. */
export function limitConnections(server: Server, most: number): void {
  const open = new Map<string, number>()
  server.prependListener('connection', (socket: Socket) => {
    const remoteAddress = rateAddress(socket.remoteAddress ?? '')
    const count = (open.get(remoteAddress) ?? 0) + 1
    if (count > most) return void socket.destroy()
    open.set(remoteAddress, count)
    socket.once('close', () => {
      const left = (open.get(remoteAddress) ?? 1) - 1
      if (left === 0) open.delete(remoteAddress)
      else open.set(remoteAddress, left)
    })
  })
}
