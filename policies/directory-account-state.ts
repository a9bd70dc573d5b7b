/**
 * Whether an Active Directory account may sign in: it is neither disabled nor expired, and its password does not have
 * to be changed first. Only a user with the right password can learn that the account is unusable.
 *
 * Spec      adapters/ldap with `kind: "active-directory"`; D-A2
 * RFC       none; [MS-ADTS] 2.2.16 (userAccountControl), [MS-ADA1] 2.3 (accountExpires), [MS-ERREF] 2.2 (bind error
 *           codes)
 * Deny      the user is not active
 * Enforced  adapters/ldap/password-check.ts, adapters/ldap/entry.ts
 * Tests     test/policies/directory-account-state.test.ts, test/adapters/ldap/active-directory.test.ts
 */
export type AccountState = 'active' | 'disabled' | 'expired' | 'unreadable'

/** Attributes of an Active Directory account, with numbers as text. */
export interface AccountEntry {
  readonly userAccountControl: string | undefined
  readonly accountExpires: string | undefined
}

const ACCOUNT_DISABLED = 0x2
/** Either of these `accountExpires` values means that the account never expires. */
const NEVER = [0n, 0x7fff_ffff_ffff_ffffn]
/** Milliseconds between the Windows epoch (1601) and the Unix epoch (1970). */
const EPOCH_DIFFERENCE_MS = 11_644_473_600_000n
const TICKS_PER_MS = 10_000n

const isInteger = (text: string): boolean => /^-?\d{1,20}$/.test(text)

/**
 * @param nowMs milliseconds since the epoch @returns `unreadable` if the attributes do not show whether the account is
 * disabled or expired
 */
export function accountState({ userAccountControl, accountExpires }: AccountEntry, nowMs: number): AccountState {
  if (userAccountControl === undefined || !isInteger(userAccountControl)) return 'unreadable'
  if ((Number(userAccountControl) & ACCOUNT_DISABLED) !== 0) return 'disabled'
  if (accountExpires === undefined) return 'active'
  if (!isInteger(accountExpires)) return 'unreadable'
  const ticks = BigInt(accountExpires)
  if (NEVER.includes(ticks)) return 'active'
  return ticks / TICKS_PER_MS - EPOCH_DIFFERENCE_MS <= BigInt(nowMs) ? 'expired' : 'active'
}

/**
 * Bind error codes for an expired password, a disabled account, an expired account, and a required password change. The
 * server sends them only if the password is right.
 */
const RIGHT_BUT_UNUSABLE = ['532', '533', '701', '773']

/** Whether the server rejected a bind with the right password. @param diagnostic for example `… data 533, v4563` */
export function isValidButDisabled(diagnostic: string): boolean {
  const [, code = ''] = /\bdata ([0-9a-f]{3,4})\b/i.exec(diagnostic) ?? []
  return RIGHT_BUT_UNUSABLE.includes(code)
}
