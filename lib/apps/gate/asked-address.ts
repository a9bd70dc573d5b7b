import type { IncomingMessage } from 'node:http'
import type { AskedAddress } from '../../../policies/gate.ts'

/**
 * Where the browser wanted to go, in the words of the proxy: `X-Original-URL` of nginx, `X-Forwarded-Host` and `X-Forwarded-Uri` of the
 * others. A browser may send the same headers, so they decide nothing (D-G1).
 */
export function askedAddress({ headers }: IncomingMessage): AskedAddress {
  const original = first(headers['x-original-url'])
  // A whole address, or a path alone.
  const whole = /^https?:\/\/([^/?#]*)(.*)$/is.exec(original ?? '')
  return {
    host: whole === null ? first(headers['x-forwarded-host'])?.split(',')[0]?.trim() : whole[1],
    path: pathIn(whole === null ? (original ?? first(headers['x-forwarded-uri'])) : whole[2] || '/'),
  }
}

const first = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.[0]

/** In one spelling: so it can be compared, and no browser reads another host out of it. */
export function pathIn(text: string | undefined): string | undefined {
  if (text === undefined || !text.startsWith('/')) return undefined
  const url = URL.parse(`http://host.invalid${text}`)
  return url === null ? undefined : url.pathname + url.search + url.hash
}
