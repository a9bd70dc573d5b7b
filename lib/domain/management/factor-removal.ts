import { decideRemoval } from '../../../policies/sign-in-methods.ts'
import type { Account, HasConnectorTo } from '../accounts/account-record.ts'
import { type Edit, type FactorRecord, type FactorRecords, passkeyKey } from '../accounts/factors/factor-record.ts'
import { methodsIn, withRecovery } from '../accounts/factors/passkeys.ts'

/** A single passkey (by its key), the authenticator app, or all second factors. */
export type FactorToRemove = 'everything' | 'authenticator' | { readonly passkey: string }

export type FactorRemoval =
  /** `what`: the removed factor, for the audit trail. */
  { readonly outcome: 'removed'; readonly what: string } | { readonly outcome: 'missing' | 'last-way-in' }

/** Removes a lost factor unless it is the user's last way to sign in. Of two concurrent removals, only one succeeds. */
export async function removeFactor(
  records: FactorRecords,
  { sub, passwordHash, passwordSuspendedAt, source, identities = [] }: Account,
  lost: FactorToRemove,
  hasConnectorTo: HasConnectorTo,
): Promise<FactorRemoval> {
  // A suspended password can be reset by email. Users from a directory service or provider need no password in Portico.
  const hasOne = passwordHash !== undefined || passwordSuspendedAt !== undefined
  const isExternal = source === 'directory' || identities.some(({ issuer }) => hasConnectorTo(issuer))
  const password = hasOne || isExternal ? 'set' : 'none'
  const [removal, released] = await records.change(
    sub,
    (record): Edit<readonly [FactorRemoval, released: readonly string[]]> => {
      const next = without(record, lost, password)
      if (typeof next === 'string') return [[{ outcome: next }, []]]
      const gone = idsOf(record).filter((id) => !idsOf(next).includes(id))
      return [[{ outcome: 'removed', what: describe(record, lost) }, gone], next]
    },
  )
  for (const id of released) await records.releaseCredential(id, sub)
  return removal
}

const idsOf = ({ passkeys }: FactorRecord): readonly string[] => passkeys.map(({ id }) => id)

function without(
  record: FactorRecord,
  lost: FactorToRemove,
  password: 'set' | 'none',
): FactorRecord | 'missing' | 'last-way-in' {
  const { totp, ...rest } = record
  if (lost === 'everything') {
    if (record.passkeys.length === 0 && totp === undefined) return 'missing'
    return password === 'none' ? 'last-way-in' : withRecovery({ ...rest, passkeys: [] }, 'drop')
  }
  const others =
    lost === 'authenticator' ? record.passkeys : record.passkeys.filter(({ id }) => passkeyKey(id) !== lost.passkey)
  const present = lost === 'authenticator' ? totp !== undefined : others.length < record.passkeys.length
  if (!present) return 'missing'
  const decision = decideRemoval(methodsIn(record, password), lost === 'authenticator' ? 'authenticator' : 'passkey')
  if (decision.outcome === 'last-way-in') return 'last-way-in'
  return withRecovery(lost === 'authenticator' ? rest : { ...record, passkeys: others }, decision.recoveryCodes)
}

function describe({ passkeys }: FactorRecord, lost: FactorToRemove): string {
  if (lost === 'authenticator') return 'authenticator app'
  return lost === 'everything'
    ? 'all'
    : `passkey ${passkeys.find(({ id }) => passkeyKey(id) === lost.passkey)?.name ?? ''}`
}
