import { isIPv6 } from 'node:net'

export interface ServerUrl {
  /** A host name, or an IP address without brackets. */
  readonly host: string
  readonly port: number
  /** Whether to use TLS from the first byte. */
  readonly tls: boolean
  /** `host:port`, for the log. */
  readonly place: string
}

const FORM = 'ldaps://HOST:PORT or ldap://HOST:PORT'
const PARTS = /^(ldaps?):\/\/(?:\[([^\]]+)\]|([a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?))(?::(\d{1,5}))?\/?$/i
const LOOPBACK = ['localhost', '127.0.0.1', '::1']

/**
 * Only a port can follow the host, because base, filter, and credentials are separate settings.
 * @throws Error that contains the reason but no part of the URL
 */
export function parseServerUrl(url: string, startTls: boolean): ServerUrl {
  const [, scheme, bracketed, name, digits] = PARTS.exec(url) ?? []
  const host = (bracketed ?? name)?.toLowerCase()
  if (scheme === undefined || host === undefined || (bracketed !== undefined && !isIPv6(bracketed)))
    throw new Error(`ldap: url must be ${FORM}, with nothing behind it`)
  const tls = scheme.toLowerCase() === 'ldaps'
  const port = digits === undefined ? (tls ? 636 : 389) : Number(digits)
  if (port < 1 || port > 65_535) throw new Error('ldap: the port in url must be a number from 1 to 65535')
  if (tls && startTls) throw new Error('ldap: startTls is for ldap://; ldaps:// has TLS from the first byte')
  if (!tls && !startTls && !LOOPBACK.includes(host))
    throw new Error('ldap: passwords would be readable on the way: use ldaps://, or ldap:// with startTls: true')
  return { host, port, tls, place: `${bracketed === undefined ? host : `[${host}]`}:${port}` }
}
