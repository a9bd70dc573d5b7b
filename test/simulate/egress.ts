/** Requests that nodes send to clients: logout notices. They reach the simulated receivers and no socket. */
import { EventEmitter } from 'node:events'
import type { ClientRequest } from 'node:http'
import { places, simulation } from './scheduler.ts'

/** What a receiver does with a notice: a status, or no response. */
export type Receive = (host: string, body: string) => number | 'refused' | 'silent'

let receive: Receive = () => 'refused'
export const useReceivers = (next: Receive): void => void (receive = next)

/** Milliseconds, one way. */
const LATENCY_MS = 40

/** In the place of `request` of node:http and node:https. */
export function outgoing(url: URL): ClientRequest {
  const { process, random } = places.getStore()!
  let destroyed = false
  const back = (work: () => void): void =>
    void simulation().after(random.next() * LATENCY_MS, () => void (destroyed || work()), process)
  const request = Object.assign(new EventEmitter(), {
    destroy: () => void (destroyed = true),
    end(body: string): void {
      // A request that has left arrives, even if its node crashes.
      simulation().after(random.next() * LATENCY_MS, () => {
        const answer = receive(url.hostname, body)
        if (answer === 'silent') return
        back(() => {
          if (answer === 'refused')
            return void request.emit('error', Object.assign(new Error(), { code: 'ECONNREFUSED' }))
          const response = Object.assign(new EventEmitter(), { statusCode: answer })
          request.emit('response', response)
          response.emit('end')
        })
      })
    },
  })
  return request as unknown as ClientRequest
}
