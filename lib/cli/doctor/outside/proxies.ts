/** Finds the proxies between the client and Portico by comparing the request as sent with the request as received. */
import { evaluateClock } from '../../../../policies/clock-difference.ts'
import { type Finding, finding } from '../../../../policies/findings.ts'
import { type DoctorProof, PROOF_HEADER } from '../../../domain/keys/doctor-proof.ts'
import { MARKED_HEADERS, type ReceivedRequest } from '../../../protocol/endpoints/health.ts'
import { type Ask, membersOf, reasonOf } from './exchange.ts'

/** Sent in X-Forwarded-For; proxies append their entries. The IP address is reserved for documentation (RFC 5737). */
const FORGED = '192.0.2.77'

export async function lookAtProxies(
  ask: Ask,
  base: string,
  proof: DoctorProof,
  now: () => number,
): Promise<readonly Finding[]> {
  const place = `${base}/health/ready`
  const askedAt = now()
  const headers = {
    ...MARKED_HEADERS,
    Origin: new URL(base).origin,
    [PROOF_HEADER]: proof.make(askedAt),
    'X-Forwarded-For': FORGED,
  }
  const [reply, challenged] = await Promise.all([
    ask(place, { headers }).catch(reasonOf),
    ask(`${base}/userinfo`).catch(reasonOf),
  ])
  if (typeof reply === 'string') return [finding('url-unreachable', `${place} (${reply})`)]
  const { checks = {}, seen } = membersOf(reply)
  const answeredAt = now()
  const wrong = Object.entries(checks as Readonly<Record<string, string>>).filter(([, state]) => state !== 'ok')
  const unready = wrong.map(([name, state]) => finding('not-ready', `${name}: ${state}`))
  if (seen === undefined)
    return [...unready, finding('not-this-service', `${place} returns ${reply.status}, as to an unknown client`)]
  const here = seen as ReceivedRequest
  const { verdict, byMs } = evaluateClock({ askedAt, storeTime: here.time, answeredAt })
  const seconds = Math.round(byMs / 1000)
  return [
    ...unready,
    verdict !== 'in-step' &&
      finding('clock-off', `this machine's clock is ${seconds} s ${verdict} of the node's clock`),
    ...hopFindings(here, new URL(base)),
    ...originFindings(here, new URL(base)),
    here.removed.length > 0 && finding('request-headers-removed', `requests arrive without ${here.removed.join(', ')}`),
    typeof challenged !== 'string' &&
      challenged.status === 401 &&
      challenged.headers['www-authenticate'] === undefined &&
      finding('response-headers-removed', 'a response with status 401 lacks WWW-Authenticate'),
  ].filter((one) => one !== false)
}

function hopFindings(seen: ReceivedRequest, { protocol }: URL): readonly Finding[] {
  const { forwarded, trustProxy, address } = seen
  // If the forged entry is missing, a proxy has discarded the header from the client and started a new list.
  const hops = forwarded.length - 1 - forwarded.indexOf(FORGED)
  const facts = `X-Forwarded-For came through ${hops} ${hops === 1 ? 'proxy' : 'proxies'}, TRUST_PROXY is ${trustProxy}`
  if (hops > trustProxy) return [finding('trust-proxy-low', `${facts}: this client appears as ${address}`)]
  const believed = address === FORGED ? ', and a forged IP address is accepted' : ''
  if (hops < trustProxy) return [finding('trust-proxy-high', `${facts}${believed}`)]
  const isProxied = protocol === 'https:' && !seen.isEncrypted
  return hops === 0 && isProxied
    ? [finding('forwarded-missing', 'requests come through a proxy that does not set X-Forwarded-For')]
    : []
}

function originFindings({ proto, host, isEncrypted }: ReceivedRequest, url: URL): readonly Finding[] {
  const isLost = url.protocol === 'https:' && !isEncrypted && proto.split(',')[0]?.trim() !== 'https'
  return [
    ...(isLost ? [finding('proto-lost', `X-Forwarded-Proto is ${proto === '' ? 'missing' : proto}, not https`)] : []),
    ...(host === url.host ? [] : [finding('host-lost', `the host is ${host}, not ${url.host}`)]),
  ]
}
