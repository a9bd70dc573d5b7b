import { mayEnter } from '../../../policies/app-access.ts'
import { checkPanelAccess, PANEL_CLIENT_ID } from '../../../policies/panel-access.ts'
import { includes, type RequiredOf, requiredOf } from '../../../policies/second-factor.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { everyClient } from '../clients/client-pages.ts'
import type { Client } from '../clients/client-record.ts'
import type { ClientRegistry } from '../clients/registry.ts'
import type { Account, AccountList } from './account-record.ts'
import { accountsOf } from './account-search.ts'
import { type FactorRecord, factorRecordsIn } from './factors/factor-record.ts'
import { askedPasskeys } from './factors/second-factors.ts'
import { isGraceOf } from './second-factor-requirement.ts'

/** An active user, the apps at which a rule requires two factors, and what the user must do there. */
export interface RuledUser {
  readonly account: Account
  readonly apps: readonly Client[]
  readonly state: 'not-required' | FactorState
}
type FactorState = 'has-factor' | 'grace' | 'set-up'

export interface RuledUserParts {
  readonly directory: Pick<AccountList, 'list'>
  readonly documents: Pick<DocumentStore, 'list'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Called after each page, so that requests are not delayed. */
  readonly pause?: () => Promise<void>
}

/** The apps at which an active user must use two factors. */
export type AppsOf = (account: Pick<Account, 'status' | 'person'>) => readonly Client[]

/** Reads all users and their second factors. */
export async function* ruledUsers(parts: RuledUserParts, appsOf: AppsOf): AsyncGenerator<RuledUser> {
  const { directory, documents, now, pause = async () => {} } = parts
  const states = new Map<string, FactorState>()
  for await (const { sub, record } of factorRecordsIn(documents, pause)) states.set(sub, factorState(record, now()))
  let read = 0
  for await (const account of accountsOf(directory)) {
    if ((read += 1) % PAGE === 0) await pause()
    if (account.status !== 'active') continue
    const apps = appsOf(account)
    yield { account, apps, state: apps.length === 0 ? 'not-required' : (states.get(account.sub) ?? 'set-up') }
  }
}
const PAGE = 200

/** What a rule requires of a user that it includes. */
export function factorState(record: FactorRecord, now: number): FactorState {
  if (askedPasskeys(record.passkeys).length > 0 || record.totp !== undefined) return 'has-factor'
  return isGraceOf(record, now) ? 'grace' : 'set-up'
}

/**
 * Evaluates a rule of the deployment, as if it applied, together with the clients' own rules. Users with the same roles
 * share one evaluation, so it costs little for many users and clients.
 */
export async function appsUnder(
  require: RequiredOf,
  clients: Pick<ClientRegistry, 'list'>,
  now: number,
): Promise<AppsOf> {
  const apps: Client[] = []
  for await (const client of everyClient(clients)) if (client.status === 'active') apps.push(client)
  const known = new Map<string, readonly Client[]>()
  return ({ status, person: { roles = [] } }) => {
    if (status !== 'active') return []
    const key = JSON.stringify(roles)
    const found = known.get(key) ?? apps.filter((app) => mustUseTwo(require, app, roles, now))
    known.set(key, found)
    return found
  }
}

/** Whether users with these roles can sign in to the app, and must use two factors there. */
function mustUseTwo(require: RequiredOf, { clientId, access }: Client, roles: readonly string[], now: number): boolean {
  const isPanel = clientId === PANEL_CLIENT_ID
  const client = { isPanel, secondFactor: access?.secondFactor === true }
  const isUser = isPanel ? checkPanelAccess(roles, 'enter').allowed : mayEnter(access, roles, now)
  return isUser && includes(requiredOf({ require, from: 0 }, client, 0), roles)
}
