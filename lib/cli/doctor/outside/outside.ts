import { readFileSync } from 'node:fs'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import type { Finding } from '../../../../policies/findings.ts'
import { doctorProof } from '../../../domain/keys/doctor-proof.ts'
import { UsageError } from '../../terminal/command.ts'
import type { Note } from '../report.ts'
import type { Subject } from '../settings.ts'
import { lookAtDiscovery } from './discovery.ts'
import { asking } from './exchange.ts'
import { lookAtAddress } from './host-and-certificate.ts'
import { lookAtLimits } from './limits.ts'
import { lookAtPages } from './pages.ts'
import { lookAtPictures } from './pictures.ts'
import { lookAtProxies } from './proxies.ts'

export interface Outside {
  /** The URL to check; BASE_URL by default. */
  readonly address: string
  /** Contains the trusted certificates. */
  readonly secureContext: SecureContext
}

/** @param caFile file with additional trusted certificates @throws UsageError */
export function outsideAt(address: string, caFile: string | undefined): Outside {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username + url.password !== '')
    throw new UsageError('the URL must use http or https and contain no username or password')
  if (caFile === undefined) return { address, secureContext: createSecureContext() }
  try {
    const ca = [...getCACertificates('default'), readFileSync(caFile, 'utf8')]
    return { address, secureContext: createSecureContext({ ca }) }
  } catch {
    throw new UsageError(`${caFile} is not a readable certificate file (PEM)`)
  }
}

/** Stops if the server might not be Portico, so that no other server receives the proof of the root secret. */
export async function lookFromOutside(
  { address, secureContext }: Outside,
  { configuration, secrets }: Subject,
  note: Note,
  now: () => number,
): Promise<readonly Finding[]> {
  const ask = asking(secureContext)
  const atAddress = await lookAtAddress(new URL(address), secureContext, note)
  if (atAddress.some(({ code }) => FATAL.has(code))) return atAddress
  const discovery = await lookAtDiscovery(ask, address, configuration.baseUrl)
  const found = [...atAddress, ...discovery.findings]
  if (!discovery.isThere || secrets === undefined) return found
  const base = address.replace(/(?<!\/)\/+$/, '')
  const proof = doctorProof(secrets, configuration.baseUrl)
  const proxies = await lookAtProxies(ask, base, proof, now)
  if (proxies.some(({ code }) => NOT_SERVING.has(code))) return [...found, ...proxies]
  // Pages are always at BASE_URL, regardless of the URL being checked.
  const isPublic = base === configuration.baseUrl
  return [
    ...found,
    ...proxies,
    ...(isPublic ? await lookAtPages(ask, configuration) : []),
    ...(isPublic && base.startsWith('https:') ? await lookAtPictures(ask, configuration) : []),
    ...(await lookAtLimits(ask, base, proof, now)),
  ]
}

/** After one of these findings, the checks stop, because all further requests would fail in the same way. */
const NOT_SERVING: ReadonlySet<string> = new Set(['url-unreachable', 'not-this-service', 'not-ready'])
const FATAL: ReadonlySet<string> = new Set(['url-unreachable', 'tls-expired', 'tls-wrong-host', 'tls-untrusted'])
