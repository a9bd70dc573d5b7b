import { mayEnter } from '../../../policies/app-access.ts'
import type { Client } from '../clients/client-record.ts'
import type { CallHost } from './host-call.ts'
import type { User } from './user-directory.ts'

/** The host's own rule, besides the roles that a client names: who may sign in to which client. Both must say yes (D-A4). */
export interface AccessRules {
  /**
   * Asked at authorize, at the code exchange and at every refresh.
   * @default every user can
   * @example (user, { clientId }) => clientId !== 'payroll'
   */
  canSignIn?(user: User, client: Client): boolean | Promise<boolean>
}

export type AccessRule = (user: User, client: Client) => Promise<boolean>

/** Of the host's rule only `true` allows, so that one that returns nothing denies. */
export function accessRule(rules: AccessRules, call: CallHost): AccessRule {
  return async (user, client) =>
    mayEnter(client.access, user.roles) &&
    (rules.canSignIn === undefined || (await call(() => rules.canSignIn?.(user, client))) === true)
}
