import { readFileSync } from 'node:fs'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import type { Finding } from '../../../../policies/findings.ts'
import { doctorProof } from '../../../domain/keys/doctor-proof.ts'
import { UsageError } from '../../terminal/command.ts'
import type { Note } from '../report.ts'
import type { Subject } from '../settings.ts'
import { lookAtAddress } from './address.ts'
import { lookAtDiscovery } from './discovery.ts'
import { asking } from './exchange.ts'
import { lookAtLimits } from './limits.ts'
import { lookAtPages } from './pages.ts'
import { lookAtProxies } from './proxies.ts'

/** Where to look from outside. */
export interface Outside {
  /** As it was given; BASE_URL otherwise. */
  readonly address: string
  /** With the certificates that are trusted. */
  readonly secureContext: SecureContext
}

/** @param caFile with further certificates that are trusted @throws UsageError */
export function outsideAt(address: string, caFile: string | undefined): Outside {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username + url.password !== '')
    throw new UsageError('the address must be an http or https one, without user and password')
  if (caFile === undefined) return { address, secureContext: createSecureContext() }
  try {
    const ca = [...getCACertificates('default'), readFileSync(caFile, 'utf8')]
    return { address, secureContext: createSecureContext({ ca }) }
  } catch {
    throw new UsageError(`${caFile} is no file of certificates (PEM) that can be read`)
  }
}

/**
 * The service as the world sees it. Where the address, the certificate or discovery is wrong, the rest is not looked at: no
 * browser gets further, and the proof of the root secret is not sent to whoever may listen.
 */
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
  // Pages are at BASE_URL, wherever this looks from.
  const isPublic = base === configuration.baseUrl
  return [
    ...found,
    ...proxies,
    ...(isPublic ? await lookAtPages(ask, configuration) : []),
    ...(await lookAtLimits(ask, base, proof, now)),
  ]
}

/** It would answer everything else alike. */
const NOT_SERVING: ReadonlySet<string> = new Set(['url-unreachable', 'not-this-service', 'not-ready'])
const FATAL: ReadonlySet<string> = new Set(['url-unreachable', 'tls-expired', 'tls-wrong-host', 'tls-untrusted'])
