import type { LookupFunction } from 'node:net'
import { type NameLookup, nameLookup } from './name-lookup.ts'
import { type PrivateAddresses, privateAddresses } from './private-addresses.ts'

export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
  constructor() {
    super('the address is not one that notifications may be sent to')
  }
}

/** Keeps what the service sends from reaching addresses that only it can reach (SSRF). */
export interface EgressGuard extends PrivateAddresses {
  /** A look-up for `net.connect` that returns allowed addresses only: the address checked is the one connected to. */
  lookup(environment: 'development' | 'live'): LookupFunction
}

/** @param allowed CIDR ranges that the deployment opens */
export function egressGuard(allowed: readonly string[], resolve: NameLookup = nameLookup()): EgressGuard {
  const addresses = privateAddresses(allowed)
  return {
    ...addresses,
    lookup: (environment) => (hostname, options, callback) => {
      resolve(hostname).then(
        (found) => {
          // One forbidden address among several indicates DNS rebinding: none of them is used.
          if (found.length === 0 || !found.every(({ address }) => addresses.allows(address, environment)))
            return callback(new ForbiddenAddress(), '', 0)
          if (options.all === true) callback(null, [...found])
          else callback(null, found[0]?.address ?? '', found[0]?.family ?? 4)
        },
        (error: NodeJS.ErrnoException) => callback(error, '', 0),
      )
    },
  }
}
