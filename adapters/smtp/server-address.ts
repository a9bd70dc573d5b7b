import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP, isIPv6 } from 'node:net'
import { asciiDomain } from '../../policies/email-address.ts'

export interface ServerAddress {
  /** An ASCII host name, or an IP address without brackets. */
  readonly host: string
  readonly port: number
  /** Whether to use TLS from the first byte (RFC 8314 s3.3) instead of STARTTLS (RFC 3207). */
  readonly tls: boolean
  /** Whether the server is on this machine. If so, traffic cannot be intercepted, so STARTTLS is optional. */
  readonly loopback: boolean
  readonly credentials?: { readonly user: string; readonly password: string }
  /** Certificates (PEM) to trust instead of the public authorities. */
  readonly ca?: string
}

const FORM = 'smtp://user:password@host:587 or smtps://user:password@host:465'
const LOOPBACK = ['localhost', '127.0.0.1', '::1']
const PARTS = /^(smtps?):\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?(#.*)?$/is
const HOST_AND_PORT = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/
const HOST_NAME = /^(?!-)[a-z0-9._-]{1,253}$/i

/**
 * Only a port and `?ca=FILE` can follow the host, because other driver parameters could disable TLS checks.
 * @throws Error that contains the reason but no part of the URL other than a parameter name
 */
export function parseServerAddress(url: string): ServerAddress {
  const [, scheme, authority, path, query = '', fragment] = PARTS.exec(url.trim()) ?? []
  if (scheme === undefined || authority === undefined) throw new Error(`the address of the mail server must be ${FORM}`)
  // An @ after the host means that an unencoded /, ?, or # cut off part of a user name or password.
  if (`${path}${query}${fragment ?? ''}`.includes('@'))
    throw new Error(
      'in the address of the mail server, / ? # and @ in user name, password and file must be %2F %3F %23 %40',
    )
  if ((path !== '' && path !== '/') || fragment !== undefined)
    throw new Error('the address of the mail server must have no path: nothing but ?ca=FILE may follow the host')
  const at = authority.lastIndexOf('@')
  const tls = scheme.toLowerCase() === 'smtps'
  const { host, port } = parseHost(authority.slice(at + 1), tls ? 465 : 587)
  return {
    host,
    port,
    tls,
    loopback: LOOPBACK.includes(host),
    ...(at === -1 ? {} : { credentials: parseCredentials(authority.slice(0, at)) }),
    ...parseQuery(query),
  }
}

function parseHost(text: string, defaultPort: number): { readonly host: string; readonly port: number } {
  const [, bracketed, name, digits] = HOST_AND_PORT.exec(text) ?? []
  const port = digits === undefined ? defaultPort : Number(digits)
  const host = bracketed ?? (name === undefined || isIP(name) !== 0 ? name : asciiDomain(name))
  const isHost = bracketed === undefined ? HOST_NAME.test(host ?? '') : isIPv6(bracketed)
  if (host === undefined || !isHost) throw new Error(`the address of the mail server must name a host: ${FORM}`)
  if (port < 1 || port > 65_535) throw new Error('the port of the mail server must be a number from 1 to 65535')
  return { host, port }
}

function parseCredentials(text: string): { readonly user: string; readonly password: string } {
  const colon = text.indexOf(':')
  const [user, password] = [text.slice(0, colon), text.slice(colon + 1)].map(decode)
  if (colon === -1 || !user || !password)
    throw new Error('the address of the mail server must have a user name and a password, or neither')
  if (/\p{Cc}/u.test(user + password))
    throw new Error('user name and password of the mail server must not contain control characters')
  return { user, password }
}

function parseQuery(query: string): { readonly ca?: string } {
  // A plus sign in a file name is literal.
  const parameters = [...new URLSearchParams(query.replaceAll('+', '%2B'))]
  const unsupported = parameters.find(([name], index) => name !== 'ca' || index > 0)
  if (unsupported) {
    const name = unsupported[0].replaceAll(/[^\w.-]/g, '').slice(0, 40)
    throw new Error(`the address of the mail server takes no parameter but one ?ca=FILE, not "${name}"`)
  }
  return parameters[0] === undefined ? {} : { ca: readAuthority(parameters[0][1]) }
}

/** Reads the file at startup, so that errors appear before the first email. */
function readAuthority(file: string): string {
  try {
    const pem = readFileSync(file, 'utf8')
    new X509Certificate(pem)
    return pem
  } catch (error) {
    const { code } = error as { readonly code?: unknown }
    const reason =
      typeof code === 'string' && !code.startsWith('ERR_') ? `cannot be read (${code})` : 'has no certificate in PEM'
    throw new Error(`the file of ?ca= in the address of the mail server ${reason}`)
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error('in the address of the mail server, % in user name and password must be %25')
  }
}
