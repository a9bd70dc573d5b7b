import { displayUsername } from '../domain/accounts/display-name.ts'
import type { HostUsers } from '../domain/accounts/host-users.ts'
import { trustedDevices } from '../domain/accounts/trusted-devices.ts'
import { receiptKeys } from '../domain/keys/receipt-keys.ts'
import type { Seal } from '../domain/keys/seal.ts'
import { offboarding } from '../domain/management/offboarding.ts'
import { type ReceiptParts, receiptsOf } from '../domain/management/receipts.ts'
import type { Audit, AuditParts } from './audit.ts'
import type { Domain } from './domain.ts'

export type Offboarding = ReturnType<typeof composeOffboarding>

export interface OffboardingServices extends Pick<AuditParts, 'configuration' | 'storage' | 'now'> {
  readonly domain: Pick<Domain, 'consents' | 'factors' | 'ending' | 'embeddedDirectory'>
  readonly audit: Audit['audit']
  readonly sealer: Seal
  readonly signing: ReceiptParts['signing']
  /** `embedded`: the users are in the embedded directory. */
  readonly users: 'embedded' | HostUsers | undefined
}

/** Offboarding and its receipts, for the panel, the background job, and the command line. */
export function composeOffboarding({ configuration, storage, now, domain, users, ...parts }: OffboardingServices) {
  const host = users === 'embedded' ? undefined : users
  const embedded = users === 'embedded' ? domain.embeddedDirectory : undefined
  const keys = receiptKeys(storage.documents, parts.sealer)
  const receipts = receiptsOf({
    storage,
    issuer: configuration.baseUrl,
    keys,
    signing: parts.signing,
    async nameOf(sub) {
      const user = await host?.find(sub)
      return user === undefined ? (await embedded?.().account(sub))?.username : displayUsername(user)
    },
    now,
  })
  const { consents, factors, ending } = domain
  return {
    receipts,
    receiptKeys: keys,
    ...offboarding({
      storage,
      audit: parts.audit,
      consents,
      factors,
      ending,
      trusted: trustedDevices(storage.documents, now),
      embedded: embedded && ((noted) => embedded(undefined, noted)),
      host,
      receipts,
      now,
    }),
  }
}
