import type { LookupFunction } from 'node:net'
import { type NameLookup, nameLookup } from './name-lookup.ts'
import { type PrivateAddresses, privateAddresses } from './private-addresses.ts'

export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
  constructor() {
    super('the address is not one that notifications may be sent to')
  }
}

/** Blocks notifications to IP addresses in internal networks (SSRF). */
export interface EgressGuard extends PrivateAddresses {
  /** A lookup function for `net.connect`. It returns only allowed IP addresses, so no others can be connected to. */
  lookup(environment: 'development' | 'live'): LookupFunction
}

/** @param allowed CIDR ranges that the deployment allows explicitly */
export function egressGuard(allowed: readonly string[], resolve: NameLookup = nameLookup()): EgressGuard {
  const addresses = privateAddresses(allowed)
  return {
    ...addresses,
    lookup: (environment) => (hostname, options, callback) => {
      resolve(hostname).then(
        (found) => {
          // If even one of several IP addresses is forbidden, DNS rebinding is likely, so none of them is used.
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
