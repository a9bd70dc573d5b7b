/** A provider that tests reach by its URL alone. */
import { type Answer, type Message, sendTo, type Target } from './http.ts'

/** Marks a path of the host that the service is mounted in. */
const OF_THE_HOST = 'host:'

export interface Addressed {
  readonly issuer: string
  readonly port: number
  readonly mountPath: string
  /** @param address a path below the issuer (`/token`), or a whole URL; `host:` marks a path of the host */
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
