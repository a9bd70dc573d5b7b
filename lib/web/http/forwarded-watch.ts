/** Compares the number of proxies in each request with `trustProxy`. Reports a mismatch at most once an hour. */
import type { IncomingMessage } from 'node:http'
import { type Finding, forwardedFinding } from '../../../policies/findings.ts'
import type { RouteName } from '../request/route.ts'
import { forwardedAddresses } from './client-address.ts'

const HOUR_MS = 3_600_000
/** Routes that orchestrators and gates call directly, not through the proxies in front of Portico. */
const BESIDE: ReadonlySet<string> = new Set<RouteName>(['live', 'ready', 'gate', 'gateApp'])

export type ForwardedWatch = ReturnType<typeof forwardedWatch>

export function forwardedWatch(trustProxy: number, reportFinding: (finding: Finding) => void, now: () => number) {
  const fresh = () => ({ since: now(), all: 0, fewer: 0, more: 0, isSaid: false })
  let hour = fresh()
  let before: Finding | undefined
  const evaluate = (): Finding | undefined => forwardedFinding({ trustProxy, ...hour })
  return {
    see(req: IncomingMessage, route: RouteName): void {
      if (BESIDE.has(route)) return
      if (now() >= hour.since + HOUR_MS) {
        before = evaluate()
        hour = fresh()
      }
      const count = forwardedAddresses(req).length
      hour.all += 1
      if (count < trustProxy) hour.fewer += 1
      if (count > trustProxy) hour.more += 1
      if (hour.isSaid || count === trustProxy) return
      const found = evaluate()
      if (found === undefined) return
      hour.isSaid = true
      reportFinding(found)
    },
    /** This hour's finding; if there is none yet, the previous hour's. */
    finding: (): Finding | undefined => evaluate() ?? (hour.isSaid ? undefined : before),
  }
}
