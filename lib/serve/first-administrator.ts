/** Creates the first administrator if neither the store nor the configuration contains any accounts. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Portico } from '../portico.ts'
import { StoreUnavailable } from '../ports/store-unavailable.ts'

export interface FirstAdministrator {
  readonly username: string
  readonly oneTimePassword: string
}

const USERNAME = 'admin'
const RETRY_MS = 1_000

/** If several processes start with the same store, only one creates the account and receives its one-time password. */
export async function firstAdministrator(sso: Portico, stopping: AbortSignal): Promise<FirstAdministrator | undefined> {
  while (!stopping.aborted) {
    try {
      return await inviteFirst(sso)
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      await pause(RETRY_MS)
    }
  }
  return undefined
}

async function inviteFirst({ accounts, configuration }: Portico): Promise<FirstAdministrator | undefined> {
  if (accounts === undefined || configuration.accounts.length > 0) return undefined
  const { total = 0 } = await accounts.list(undefined, 1)
  if (total > 0) return undefined
  const invitation = await accounts.invite(USERNAME, { name: 'Administrator', roles: ['sso:admin'] })
  return invitation.outcome === 'created'
    ? { username: USERNAME, oneTimePassword: invitation.oneTimePassword }
    : undefined
}
