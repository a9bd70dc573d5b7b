import { mayEnter } from '../../../policies/app-access.ts'
import type { Client } from '../clients/client-record.ts'
import type { CallHost } from './host-call.ts'
import type { User } from './user-directory.ts'

/** The host's access rule. It applies in addition to the roles that the client requires (D-A4). */
export interface AccessRules {
  /**
   * Called for every authorization request, code exchange, and refresh.
   * @default every user can sign in
   * @example (user, { clientId }) => clientId !== 'payroll'
   */
  canSignIn?(user: User, client: Client): boolean | Promise<boolean>
}

export type AccessRule = (user: User, client: Client) => Promise<boolean>

/** Only `true` allows a sign-in, so a rule that returns nothing denies it. */
export function accessRule(rules: AccessRules, call: CallHost, now: () => number): AccessRule {
  return async (user, client) =>
    mayEnter(client.access, user.roles, now()) &&
    (rules.canSignIn === undefined || (await call(() => rules.canSignIn?.(user, client))) === true)
}
