import type { Client } from '../clients/client-record.ts'
import { callHost } from './host-call.ts'
import type { User } from './user-directory.ts'

/** Beyond the registry's own rules: who may sign in to which client. */
export interface AccessRules {
  canSignIn?(user: User, client: Client): boolean | Promise<boolean>
}

export type AccessRule = (user: User, client: Client) => Promise<boolean>

/** The host's rule; everybody may without one. Only `true` is a yes, so that a rule which forgets to answer lets nobody in. */
export function accessRule(rules: AccessRules, report: (error: unknown) => void): AccessRule {
  const call = callHost(report)
  return async (user, client) =>
    rules.canSignIn === undefined || (await call(() => rules.canSignIn?.(user, client))) === true
}
