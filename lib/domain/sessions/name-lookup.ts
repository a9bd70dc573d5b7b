import { promises as dns, type LookupAddress } from 'node:dns'
import { inTime } from '../in-time.ts'

/** How long to wait for the system's resolver before querying DNS directly, in milliseconds. */
const SYSTEM_TIMEOUT_MS = 300
/** Maximum number of concurrent lookups through the system's resolver. */
const SYSTEM_LOOKUPS = 2

/** Looks up the IP addresses of a host name. @throws if there are none, or if no resolver responds */
export type NameLookup = (hostname: string) => Promise<readonly LookupAddress[]>

export interface Resolvers {
  /** Honors the hosts file and the machine's configuration, but each lookup occupies one of Node's four threads. */
  readonly system: NameLookup
  /** Queries DNS from the event loop, with no limit on the number of lookups. */
  readonly direct: NameLookup
}

/**
 * Names whose servers are down can delay a resolver for many seconds. If only the system's resolver were used, a few
 * such names would occupy all threads and block other lookups and password checks. The system's resolver is therefore
 * limited to a few lookups and a short time; after that, DNS is also queried directly, and the first response is used.
 */
export function nameLookup({ system, direct }: Resolvers = NODE): NameLookup {
  const inFlight = new Map<string, Promise<readonly LookupAddress[]>>()

  const askSystem = (hostname: string): Promise<readonly LookupAddress[]> | undefined => {
    const known = inFlight.get(hostname)
    if (known !== undefined || inFlight.size >= SYSTEM_LOOKUPS) return known
    const answer = system(hostname).finally(() => inFlight.delete(hostname))
    inFlight.set(hostname, answer)
    return answer
  }

  return async (hostname) => {
    const answer = askSystem(hostname)
    if (answer === undefined) return direct(hostname)
    const first = await inTime(
      () => answer,
      SYSTEM_TIMEOUT_MS,
      () => 'too-long' as const,
    )
    return first === 'too-long'
      ? Promise.any([answer, direct(hostname)]).catch((error: AggregateError) => {
          throw error.errors[0]
        })
      : first
  }
}

const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 })

const NODE: Resolvers = {
  system: (hostname) => dns.lookup(hostname, { all: true }),
  async direct(hostname) {
    const families = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = families.flatMap((family, index) =>
      family.status === 'fulfilled' ? family.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
    )
    if (addresses.length === 0) throw (families[0] as PromiseRejectedResult).reason
    return addresses
  },
}
