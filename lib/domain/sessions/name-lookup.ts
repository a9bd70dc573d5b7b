import { promises as dns, type LookupAddress, lookup as systemLookup } from 'node:dns'

/** The system's resolver gets this long before DNS is asked directly, in milliseconds. */
const PATIENCE_MS = 300
/** Questions that may stand with the system's resolver at once. */
const SYSTEM_PLACES = 2

/** The addresses of a host name. @throws when it has none, or nobody answers */
export type NameLookup = (hostname: string) => Promise<readonly LookupAddress[]>

export interface Resolvers {
  /** Knows the hosts file and all that the machine was told, but each question holds one of Node's four threads. */
  readonly system: NameLookup
  /** Asks DNS from the event loop, whatever the number of questions. */
  readonly direct: NameLookup
}

/**
 * Names of clients whose servers are dead can leave a resolver waiting for many seconds. With the system's resolver
 * alone a few of them would hold all threads: other clients would not be found, and passwords not be checked. So it has
 * few places and little time, and then DNS is asked directly as well; the first answer counts.
 */
export function nameLookup({ system, direct }: Resolvers = NODE): NameLookup {
  const asked = new Map<string, Promise<readonly LookupAddress[]>>()

  const askSystem = (hostname: string): Promise<readonly LookupAddress[]> | undefined => {
    const known = asked.get(hostname)
    if (known !== undefined || asked.size >= SYSTEM_PLACES) return known
    const answer = system(hostname).finally(() => asked.delete(hostname))
    asked.set(hostname, answer)
    return answer
  }

  return async (hostname) => {
    const answer = askSystem(hostname)
    if (answer === undefined) return direct(hostname)
    let patience: NodeJS.Timeout | undefined
    const tooLong = new Promise<'too-long'>((resolve) => {
      patience = setTimeout(resolve, PATIENCE_MS, 'too-long')
    })
    const first = await Promise.race([answer, tooLong]).finally(() => clearTimeout(patience))
    return first === 'too-long'
      ? Promise.any([answer, direct(hostname)]).catch((fault: AggregateError) => {
          throw fault.errors[0]
        })
      : first
  }
}

const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 })

const NODE: Resolvers = {
  system: (hostname) =>
    new Promise((resolve, reject) => {
      systemLookup(hostname, { all: true }, (error, addresses) => {
        if (error === null) resolve(addresses)
        else reject(error)
      })
    }),
  async direct(hostname) {
    const families = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = families.flatMap((family, index) =>
      family.status === 'fulfilled' ? family.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
    )
    if (addresses.length === 0) throw (families[0] as PromiseRejectedResult).reason
    return addresses
  },
}
