/** What a user holds in Portico, and what of it Portico can end. */
import { type NotEnded, type NotEndedPart, notEnded, type UserOrigin } from '../../../policies/offboarding.ts'
import type { Account } from '../accounts/account-record.ts'
import { passkeyKey } from '../accounts/factors/factor-record.ts'
import { sessionsOf } from '../sessions/session-registry.ts'
import { type ManagedUser, managedAccount } from './account-result.ts'
import type { Held, OffboardingParts } from './offboarding-record.ts'
import type { ReceiptClaims } from './receipt.ts'

/** Undefined if there is no such user. */
export async function findSubject(parts: OffboardingParts, sub: string): Promise<ManagedUser | undefined> {
  const user = await parts.host?.find(sub)
  if (user !== undefined) return { user, account: undefined }
  const account = await parts.embedded?.().account(sub)
  return account && managedAccount(account, parts.now())
}

/** @param account undefined for a user in the host's own directory */
export function originOf(account: Account | undefined): UserOrigin {
  if (account === undefined) return 'host'
  if (account.source !== 'administrator') return account.source
  return account.origin === undefined ? 'portico' : 'provider'
}

/** Parts of the host's users that its directory cannot change. */
export const fixedBy = ({ host }: OffboardingParts): NotEndedPart[] => [
  ...(host !== undefined && host.suspend === undefined ? (['account'] as const) : []),
  ...(host !== undefined && host.roles === undefined ? (['roles'] as const) : []),
]

export const notEndedOf = ({ account }: ManagedUser, refused: readonly NotEndedPart[]): readonly NotEnded[] =>
  notEnded(originOf(account), refused, (account?.identities ?? []).length > 0)

export async function heldBy(
  { storage, consents, factors, trusted }: OffboardingParts,
  { user, account }: ManagedUser,
): Promise<Held> {
  const { sub, active, roles = [], permissions = [] } = user
  const { totp, recovery, passkeys = [] } = (await factors.read(sub)) ?? {}
  const status = account?.status ?? (active === false ? 'suspended' : 'active')
  return {
    account: status === 'active' ? ['active'] : [],
    sessions: (await sessionsOf(storage, sub)).map(({ uid }) => uid),
    password: account?.passwordHash === undefined ? [] : ['set'],
    roles: account?.person.roles ?? roles,
    permissions,
    passkeys: passkeys.map(({ id }) => passkeyKey(id)),
    authenticator_apps: totp === undefined ? [] : [new Date(totp.addedAt).toISOString()],
    recovery_codes: (recovery?.hashes ?? []).map((_hash, index) => String(index)),
    trusted_devices: await trusted.keys(sub),
    consents: (await consents.list(sub)).map(({ clientId }) => clientId),
  }
}

/** A longer list would not fit into a JWS that `decodeJwt` accepts. The count is that of the whole list. */
const IDS_MAX = 100
/** Parts of which a receipt contains only the number. */
const COUNTED: readonly string[] = ['account', 'password', 'recovery_codes']

/** What ends of the parts that a user holds. */
export function endedOf(held: Held, outside: readonly NotEnded[]): ReceiptClaims['ended'] {
  const lists = Object.entries(held)
    .filter(([part, ids]) => ids.length > 0 && !outside.some(({ what }) => what === part))
    .map(([part, ids]) => {
      const count = ids.length
      return [part, COUNTED.includes(part) ? { count } : { count, ids: ids.slice(0, IDS_MAX) }] as const
    })
  return { tokens: 'all', email_links: 'all', ...Object.fromEntries(lists) }
}
