import type { Logger } from '../../lib/ports/logger.ts'
import { failure, isNoResponseError, isOfServer, reasonOf } from './failures.ts'
import type { ServerUrl } from './server-url.ts'

/** The directory's servers, which all contain the same data. */
export type Servers = ReturnType<typeof knownServers>

const AVOIDED_MS = 30_000

export function knownServers(servers: readonly ServerUrl[], logger: Logger | undefined) {
  const avoidedUntil = new Map<ServerUrl, number>()
  const isAvoided = (server: ServerUrl): boolean => (avoidedUntil.get(server) ?? 0) > performance.now()

  /** Makes later calls prefer other servers for a while, because this server did not respond. */
  function avoid(server: ServerUrl, why: unknown): void {
    avoidedUntil.set(server, performance.now() + AVOIDED_MS)
    logger?.warn(
      { code: 'ldap-unavailable', server: server.place, reason: reasonOf(why) },
      'LDAP server is unavailable',
    )
  }

  return {
    avoid,
    /**
     * Returns the result from the first reachable server. It must be safe to repeat `ask` on a different server.
     * @throws Error if no server is reachable, or if a server rejects the request
     */
    async first<T>(ask: (server: ServerUrl) => Promise<T>, signal: AbortSignal): Promise<T> {
      const order = servers.toSorted((a, b) => Number(isAvoided(a)) - Number(isAvoided(b)))
      let last: { readonly server: ServerUrl; readonly error: unknown } | undefined
      for (const server of order) {
        try {
          const answer = await ask(server)
          avoidedUntil.delete(server)
          return answer
        } catch (error) {
          if (isNoResponseError(error) && !signal.aborted) avoid(server, error)
          if (!isOfServer(error)) throw failure(`ldap: ${server.place}`, error)
          // If the caller timed out, this server is not necessarily the cause.
          if (!signal.aborted) avoid(server, error)
          last = { server, error }
          if (signal.aborted) break
        }
      }
      throw failure(`ldap: ${last?.server.place ?? 'no server'}`, last?.error)
    },
  }
}
