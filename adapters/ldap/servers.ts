import type { Logger } from '../../lib/ports/logger.ts'
import { failure, isOfServer, isSentFault, reasonOf } from './failures.ts'
import type { ServerUrl } from './server-url.ts'

/** The servers of the directory, which all have the same data. */
export interface Servers {
  /**
   * The result of the first server that is reachable. `ask` must be repeatable on another one.
   * @throws Error when no server is reachable, or when one refuses the request
   */
  first<T>(ask: (server: ServerUrl) => Promise<T>, signal: AbortSignal): Promise<T>
  /** Prefers other servers for a while after this one did not respond. */
  avoid(server: ServerUrl, why: unknown): void
}

const AVOIDED_MS = 30_000

export function knownServers(servers: readonly ServerUrl[], logger: Logger | undefined): Servers {
  const avoidedUntil = new Map<ServerUrl, number>()
  const isAvoided = (server: ServerUrl): boolean => (avoidedUntil.get(server) ?? 0) > performance.now()

  function avoid(server: ServerUrl, why: unknown): void {
    avoidedUntil.set(server, performance.now() + AVOIDED_MS)
    logger?.warn(
      { code: 'ldap-unavailable', server: server.place, reason: reasonOf(why) },
      'LDAP server is unavailable',
    )
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
          // After the caller's timeout, this server is not necessarily the cause.
          if (!signal.aborted) avoid(server, error)
          last = { server, error }
          if (signal.aborted) break
        }
      }
      throw failure(`ldap: ${last?.server.place ?? 'no server'}`, last?.error)
    },
  }
}
