import type { Client } from '../clients/client-record.ts'
import { callHost } from './host-call.ts'
import type { User } from './user-directory.ts'

/** Beyond the registry's own rules: who may sign in to which client. */
export interface AccessRules {
  canSignIn?(user: User, client: Client): boolean | Promise<boolean>
}

/** The host's rule; everybody may without one. Only `true` is a yes, so that a rule which forgets to answer lets nobody in. */
export function accessRule(
  rules: AccessRules,
  report: (fault: unknown) => void,
): (user: User, client: Client) => Promise<boolean> {
  const ask = callHost(report)
  return async (user, client) =>
    rules.canSignIn === undefined || (await ask(() => rules.canSignIn?.(user, client))) === true
}
