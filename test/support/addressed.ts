/** A service that is known by its address alone, wherever it listens. */
import { type Answer, type Message, sendTo, type Target } from './http.ts'

/** Marks a path of the host that the service is mounted in. */
const OF_THE_HOST = 'host:'

export interface Addressed {
  readonly issuer: string
  readonly port: number
  readonly mountPath: string
  /** @param address below the issuer (`/token`), or whole as the service gave it; `host:` marks a path of the host */
  send(address: string, message?: Message): Promise<Answer>
}

export function addressed(issuer: string, target: Target): Addressed {
  const { origin, host, pathname } = new URL(issuer)
  const mountPath = pathname.replace(/\/$/, '')
  const pathOf = (address: string): string => {
    if (address.startsWith(OF_THE_HOST)) return address.slice(OF_THE_HOST.length)
    return address.startsWith(`${origin}/`) ? address.slice(origin.length) : mountPath + address
  }
  return {
    issuer,
    port: target.port,
    mountPath,
    send: (address, message = {}) =>
      sendTo(target, pathOf(address), { ...message, headers: { host, ...message.headers } }),
  }
}
