import { type Finding, finding } from '../../../../policies/findings.ts'
import { type Ask, membersOf, reasonOf } from './exchange.ts'

export interface DiscoveryLook {
  readonly findings: readonly Finding[]
  /** Whether Portico responds at the public URL. If it does not, the other checks are skipped. */
  readonly isThere: boolean
}

/** Checks discovery at the public URL. @param address the public URL @param issuer from the settings */
export async function lookAtDiscovery(ask: Ask, address: string, issuer: string): Promise<DiscoveryLook> {
  const base = address.replace(/(?<!\/)\/+$/, '')
  const place = `${base}/.well-known/openid-configuration`
  const reply = await ask(place).catch(reasonOf)
  if (typeof reply === 'string') return missing(finding('url-unreachable', `${place} (${reply})`))
  const { status, headers } = reply
  const members = membersOf(reply)
  if (status === 404 && members['error_ref'] === 'not_found' && new URL(base).pathname !== '/')
    return missing(finding('path-stripped', `the service received a different path from ${new URL(place).pathname}`))
  const found = members['issuer']
  if (status !== 200 || typeof found !== 'string')
    return missing(finding('discovery-missing', `${place} returns ${status} without metadata`))
  const isUnsafe = base.startsWith('https:') && headers['strict-transport-security'] === undefined
  return {
    isThere: true,
    findings: [
      ...issuerFindings(found, address, issuer),
      ...(isUnsafe ? [finding('hsts-missing', `responses from ${base} lack Strict-Transport-Security`)] : []),
    ],
  }
}

const missing = (found: Finding): DiscoveryLook => ({ findings: [found], isThere: false })

function issuerFindings(found: string, address: string, issuer: string): readonly Finding[] {
  const different = [
    ...(found === issuer ? [] : [`discovery contains ${found}, but BASE_URL is ${issuer}`]),
    ...(found === address || address === issuer
      ? []
      : [`discovery contains ${found}, but the given URL is ${address}`]),
  ]
  const isSlash = [address, issuer].every((one) => one.replace(/(?<!\/)\/+$/, '') === found.replace(/(?<!\/)\/+$/, ''))
  return different.map((what) => finding(isSlash ? 'issuer-slash' : 'issuer-different', what))
}
