/**
 * Issues that a running deployment can have: a closed list of codes. Reasons and fixes are under `findings` in
 * lib/web/ui/texts/LANGUAGE/issues.json. `portico doctor` prints the findings; Portico logs and shows only those that
 * it observes itself.
 *
 * Spec      portico doctor; "Needs attention" on the panel's overview
 * RFC       none
 * Deny      none; advisory only
 * Enforced  lib/cli/doctor/report.ts, lib/cli/doctor/upstreams.ts, lib/domain/seed/seeding.ts, lib/compose/node.ts,
 *           lib/serve/unserved-pictures.ts
 * Tests     test/policies/findings.test.ts, test/cli/doctor-inside.test.ts, test/cli/doctor-outside.test.ts,
 *           test/cli/doctor-upstreams.test.ts, test/world/redis.test.ts
 */
import findings from './findings.json' with { type: 'json' }

/** `error`: something fails or is not safe. `warning`: it works for now, but will cause problems eventually. */
const SEVERITIES = findings

/** Code of a finding, such as `store-slow`. */
export type FindingCode = keyof typeof SEVERITIES

export const FINDINGS = SEVERITIES as Readonly<Record<FindingCode, 'error' | 'warning'>>

/** Observations that Portico makes itself. Their texts are under `seen` in issues.json. */
export type Observation =
  | {
      readonly seen: 'more-addresses' | 'fewer-addresses'
      readonly count: number
      readonly all: number
      readonly trustProxy: number
    }
  | { readonly seen: 'engine'; readonly found: string; readonly tested: string }

/** An issue of a running deployment. */
export interface Finding {
  /** Code of the finding. */
  readonly code: FindingCode
  /** `error`: something fails or is not safe. `warning`: it will cause problems eventually. */
  readonly severity: 'error' | 'warning'
  /** What was found, with values but without secrets. A string is a single English line from a store or a check. */
  readonly what: string | Observation
}

export const finding = (code: FindingCode, what: Finding['what']): Finding => ({ code, severity: FINDINGS[code], what })

/** Minimum number of deviating requests needed to report a finding. */
const EVALUATED_FROM = 20

/** Requests within one interval, by the number of IP addresses in X-Forwarded-For. */
export interface ForwardedRequests {
  readonly trustProxy: number
  readonly all: number
  /** Requests with fewer IP addresses than `trustProxy` expects. */
  readonly fewer: number
  /** Requests with more IP addresses than `trustProxy` expects. */
  readonly more: number
}

/** Reports a finding only if most requests deviate, because a single caller can put anything into the header. */
export function forwardedFinding({ trustProxy, all, fewer, more }: ForwardedRequests): Finding | undefined {
  const most = (count: number): boolean => count >= EVALUATED_FROM && count * 2 > all
  if (most(more)) return finding('trust-proxy-low', { seen: 'more-addresses', count: more, all, trustProxy })
  if (most(fewer)) return finding('trust-proxy-high', { seen: 'fewer-addresses', count: fewer, all, trustProxy })
  return undefined
}
