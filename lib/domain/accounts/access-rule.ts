import type { Client } from '../clients/client-record.ts'
import { callHost } from './host-call.ts'
import type { User } from './user-directory.ts'

/** Beyond the registry's own rules: who may sign in to which client. */
export interface AccessRules {
  canSignIn?(user: User, client: Client): boolean | Promise<boolean>
}

export type AccessRule = (user: User, client: Client) => Promise<boolean>

/** The host's rule; without one every user may sign in. Only `true` allows, so that a rule that returns nothing denies. */
export function accessRule(rules: AccessRules, report: (error: unknown) => void): AccessRule {
  const call = callHost(report)
  return async (user, client) =>
    rules.canSignIn === undefined || (await call(() => rules.canSignIn?.(user, client))) === true
}
