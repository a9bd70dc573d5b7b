/** Checks the public host name, its IP addresses, and its certificate, as a browser would. */
import { promises as dns } from 'node:dns'
import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { connect, isIP, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { type PeerCertificate, type SecureContext, connect as tlsConnect } from 'node:tls'
import { type Finding, finding } from '../../../../policies/findings.ts'
import type { Note } from '../report.ts'
import { ANSWER_MS, reasonOf } from './exchange.ts'

const DAY_MS = 86_400_000
/**
 * A certificate is usually renewed 30 days before it expires or, if its lifetime is short, when a third of it is left.
 * If less time than this is left, renewal has failed.
 */
const RENEWED = { days: 21, ofLife: 0.25 } as const

/** Resolves a host name to its IP addresses. */
export type Resolve = (host: string) => Promise<readonly { readonly address: string }[]>

/** @param secureContext contains the trusted certificates */
export async function lookAtAddress(
  url: URL,
  secureContext: SecureContext,
  note: Note,
  resolve: Resolve = (host) => dns.lookup(host, { all: true }),
): Promise<readonly Finding[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const places = await resolve(host).catch(() => [])
  if (places.length === 0) return [finding('url-unreachable', `${host} has no IP address`)]
  const tried = await Promise.all(
    places.map(async ({ address }) => ({ address, refusal: await refusal(address, port) })),
  )
  const open = tried.filter((one) => one.refusal === undefined)
  const [first] = open
  const unreachable = tried
    .filter(({ address, refusal: why }) => why !== undefined && (!isIPv6(address) || hasIpv6(address)))
    .map(({ address, refusal: why }) => {
      const code = isIPv6(address) && open.length > 0 ? 'ipv6-unreachable' : 'url-unreachable'
      return finding(code, `${host} is ${address}, which does not respond on port ${port} (${why})`)
    })
  if (first === undefined)
    return unreachable.length > 0
      ? unreachable
      : [finding('url-unreachable', `${host} has only IPv6 addresses, and this machine has no IPv6`)]
  if (url.protocol !== 'https:') return unreachable
  return [...unreachable, ...(await lookAtTls(url, host, { address: first.address, port }, secureContext, note))]
}

/** Whether this machine has IPv6. Without it, the doctor cannot check whether the host is available over IPv6. */
function hasIpv6(address: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  const isLoopback = address === '::1'
  return own.some(({ family, internal, scopeid }) => family === 'IPv6' && internal === isLoopback && scopeid === 0)
}

/** Why connecting failed; undefined if it succeeded. Keeps an error listener, because errors can follow a timeout. */
async function refusal(address: string, port: number): Promise<string | undefined> {
  const socket = connect({ host: address, port }).on('error', () => {})
  return once(socket, 'connect', { signal: AbortSignal.timeout(ANSWER_MS) })
    .then(() => undefined, reasonOf)
    .finally(() => socket.destroy())
}

async function lookAtTls(
  url: URL,
  host: string,
  place: { readonly address: string; readonly port: number },
  secureContext: SecureContext,
  note: Note,
): Promise<readonly Finding[]> {
  const seen = await handshake(host, place, secureContext)
  if (typeof seen === 'string') return [finding('url-unreachable', `${url.origin} does not support TLS (${seen})`)]
  const { error, begin, end, protocol } = seen
  const day = Number.isNaN(end) ? 'an unknown day' : new Date(end).toISOString().slice(0, 10)
  if (error === 'CERT_HAS_EXPIRED') return [finding('tls-expired', `the certificate of ${host} expired on ${day}`)]
  if (error === 'ERR_TLS_CERT_ALTNAME_INVALID') return [finding('tls-wrong-host', `the certificate is not for ${host}`)]
  if (error !== undefined) return [finding('tls-untrusted', `the certificate of ${host} is not trusted (${error})`)]
  note(`certificate valid until ${day}; ${protocol === 'h2' ? 'HTTP/2' : 'HTTP/1.1 only'}`)
  const soon =
    end - Date.now() < Math.min(RENEWED.days * DAY_MS, RENEWED.ofLife * (end - begin))
      ? [finding('tls-expires-soon', `the certificate of ${host} expires on ${day}`)]
      : []
  const broken = protocol === 'h2' ? await http2Error(url, secureContext) : undefined
  return [...soon, ...(broken === undefined ? [] : [finding('http2-broken', `${url.origin} (${broken})`)])]
}

async function handshake(
  host: string,
  { address, port }: { readonly address: string; readonly port: number },
  secureContext: SecureContext,
) {
  const socket = tlsConnect({
    host: address,
    port,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    secureContext,
    // Accepts any certificate in order to inspect it. Nothing is sent over this connection.
    rejectUnauthorized: false,
    ALPNProtocols: ['h2', 'http/1.1'],
  }).on('error', () => {})
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(ANSWER_MS) })
    const { authorizationError, alpnProtocol } = socket
    const chain = socket.getPeerCertificate(true)
    const error = authorizationError as unknown as string | Error | null
    return {
      /** Error code that Node.js reports for the certificate. */
      error: error instanceof Error ? (error as NodeJS.ErrnoException).code : (error ?? undefined),
      /** When the host's certificate becomes valid, in milliseconds since the epoch. */
      begin: Date.parse(chain.valid_from),
      /** Earliest expiry in the certificate chain, in milliseconds since the epoch. */
      end: firstEnd(chain),
      protocol: alpnProtocol,
    }
  } catch (error) {
    return reasonOf(error)
  } finally {
    socket.destroy()
  }
}

/** Earliest expiry in the server's certificate chain. Skips the root, because clients use their own copy of it. */
function firstEnd(leaf: PeerCertificate & { readonly issuerCertificate?: PeerCertificate }): number {
  const issuer = leaf.issuerCertificate as typeof leaf | undefined
  const own = Date.parse(leaf.valid_to)
  const isLast = issuer === undefined || issuer.fingerprint256 === leaf.fingerprint256
  const isRoot = (one: typeof leaf): boolean => one.issuerCertificate?.fingerprint256 === one.fingerprint256
  return isLast || isRoot(issuer) ? own : Math.min(own, firstEnd(issuer))
}

/** Why HTTP/2 does not work; undefined if it works. */
function http2Error(url: URL, secureContext: SecureContext): Promise<string | undefined> {
  return new Promise((resolve) => {
    const session = connectHttp2(url.origin, { secureContext })
    const end = (error: string | undefined): void => {
      clearTimeout(timer)
      session.destroy()
      resolve(error)
    }
    const timer = setTimeout(() => end(`no response in ${ANSWER_MS / 1000} s`), ANSWER_MS)
    session.once('error', (error) => end(reasonOf(error))).once('close', () => end('the connection was closed'))
    const stream = session.request({ ':path': `${url.pathname.replace(/\/$/, '')}/health/live` })
    stream.once('error', (error) => end(reasonOf(error)))
    stream.once('response', () => end(undefined))
    stream.resume().end()
  })
}
