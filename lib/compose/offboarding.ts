import type { HostUsers } from '../domain/accounts/host-users.ts'
import { trustedDevices } from '../domain/accounts/trusted-devices.ts'
import { receiptKeys } from '../domain/keys/receipt-keys.ts'
import type { Seal } from '../domain/keys/seal.ts'
import { offboarding } from '../domain/management/offboarding.ts'
import type { OffboardingParts } from '../domain/management/offboarding-record.ts'
import type { AuditParts } from './audit.ts'
import type { Domain } from './domain.ts'

export type Offboarding = ReturnType<typeof composeOffboarding>

export interface OffboardingServices
  extends Pick<AuditParts, 'configuration' | 'storage' | 'now'>,
    Pick<OffboardingParts, 'audit' | 'signing'> {
  readonly domain: Pick<Domain, 'consents' | 'factors' | 'ending' | 'embeddedDirectory'>
  readonly sealer: Seal
  /** `embedded`: the users are in the embedded directory. */
  readonly users: 'embedded' | HostUsers | undefined
}

/** Offboarding and its receipts, for the panel, the background job, and the command line. */
export function composeOffboarding({ configuration, domain, sealer, users, ...parts }: OffboardingServices) {
  const { documents } = parts.storage
  const { consents, factors, ending, embeddedDirectory } = domain
  const keys = receiptKeys(documents, sealer)
  return {
    receiptKeys: keys,
    ...offboarding({
      ...parts,
      consents,
      factors,
      ending,
      issuer: configuration.baseUrl,
      keys,
      trusted: trustedDevices(documents, parts.now),
      embedded: users === 'embedded' ? (noted) => embeddedDirectory(undefined, noted) : undefined,
      host: users === 'embedded' ? undefined : users,
    }),
  }
}
