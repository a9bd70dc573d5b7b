import type { Logger } from '../../lib/ports/logger.ts'
import { failure, isOfServer, isSentFault, reasonOf } from './failures.ts'
import type { ServerUrl } from './server-url.ts'

/** The servers of the directory, of which any knows the same. */
export interface Servers {
  /**
   * What the first of them answers that can be reached. `ask` must not mind being begun again at another one.
   * @throws Error when none can, or when one refuses what it was asked
   */
  first<T>(ask: (server: ServerUrl) => Promise<T>, signal: AbortSignal): Promise<T>
  /** It did not answer: for a while the others come before it. */
  avoid(server: ServerUrl, why: unknown): void
}

const AVOIDED_MS = 30_000

export function knownServers(servers: readonly ServerUrl[], logger: Logger | undefined): Servers {
  const avoidedUntil = new Map<ServerUrl, number>()
  const isAvoided = (server: ServerUrl): boolean => (avoidedUntil.get(server) ?? 0) > performance.now()

  function avoid(server: ServerUrl, why: unknown): void {
    avoidedUntil.set(server, performance.now() + AVOIDED_MS)
    logger?.warn({ server: server.place, reason: reasonOf(why) }, 'a server of the directory does not answer')
  }

  return {
    avoid,
    async first(ask, signal) {
      const order = servers.toSorted((a, b) => Number(isAvoided(a)) - Number(isAvoided(b)))
      let last: { readonly server: ServerUrl; readonly error: unknown } | undefined
      for (const server of order) {
        try {
          const answer = await ask(server)
          avoidedUntil.delete(server)
          return answer
        } catch (error) {
          if (isSentFault(error) && !signal.aborted) avoid(server, error)
          if (!isOfServer(error)) throw failure(`ldap: ${server.place}`, error)
          // When the time is up it need not be the fault of this one.
          if (!signal.aborted) avoid(server, error)
          last = { server, error }
          if (signal.aborted) break
        }
      }
      throw failure(`ldap: ${last?.server.place ?? 'no server'}`, last?.error)
    },
  }
}
