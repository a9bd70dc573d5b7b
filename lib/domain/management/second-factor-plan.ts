import { mayEnter } from '../../../policies/app-access.ts'
import { checkPanelAccess, PANEL_CLIENT_ID } from '../../../policies/panel-access.ts'
import { isAdministrator } from '../../../policies/roles.ts'
import { includes, type RequiredOf, requiredOf } from '../../../policies/second-factor.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import type { Account } from '../accounts/account-record.ts'
import { accountsOf, rolesOf } from '../accounts/account-search.ts'
import type { EmbeddedDirectory } from '../accounts/embedded-directory.ts'
import { type FactorRecord, factorRecordsIn } from '../accounts/factors/factor-record.ts'
import { isGraceOf } from '../accounts/second-factor-requirement.ts'
import { everyClient } from '../clients/client-pages.ts'
import type { Client } from '../clients/client-record.ts'
import type { ClientRegistry } from '../clients/registry.ts'

/** What a rule about second factors would do if it applied now. Lists are usernames in order of the directory. */
export interface SecondFactorPlan {
  /** Users who must set up a second factor at their next sign-in to one of the apps in `byApp`. */
  readonly wouldStop: readonly string[]
  /** Number of users who must have a second factor and do. */
  readonly haveFactor: number
  /** Users of `wouldStop` without an email address, so a notice cannot reach them. */
  readonly withoutEmail: readonly string[]
  /** Users of `wouldStop` by the ID of each app at which they would be stopped. */
  readonly byApp: Readonly<Record<string, readonly string[]>>
  /** Users of `wouldStop` by each of their roles. */
  readonly byRole: Readonly<Record<string, readonly string[]>>
  /** Users whose grace still applies. They are not in `wouldStop`. */
  readonly inGrace: readonly string[]
  /** The username of the only administrator, if that user would be stopped. */
  readonly lastAdministrator: string | undefined
}

export interface PlanParts {
  readonly directory: Pick<EmbeddedDirectory, 'list'>
  readonly documents: Pick<DocumentStore, 'list'>
  readonly clients: Pick<ClientRegistry, 'list'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Computes the plan for a rule of the deployment, together with the rules of the clients. */
export async function secondFactorPlan(parts: PlanParts, require: RequiredOf): Promise<SecondFactorPlan> {
  const { directory, documents, clients, now } = parts
  const records = new Map<string, FactorRecord>()
  for await (const { sub, record } of factorRecordsIn(documents)) records.set(sub, record)
  const apps: Client[] = []
  for await (const client of everyClient(clients)) if (client.status === 'active') apps.push(client)
  const stopped: Account[] = []
  const [inGrace, administrators]: [string[], string[]] = [[], []]
  const byApp: Record<string, string[]> = {}
  let haveFactor = 0
  for await (const account of accountsOf(directory)) {
    const roles = rolesOf(account)
    if (isAdministrator({ roles, status: account.status })) administrators.push(account.username)
    const required = account.status === 'active' ? apps.filter((app) => mustUseTwo(require, app, roles)) : []
    const record = records.get(account.sub)
    if (required.length === 0) continue
    if (record !== undefined && (record.passkeys.length > 0 || record.totp !== undefined)) haveFactor += 1
    else if (isGraceOf(record, now())) inGrace.push(account.username)
    else {
      stopped.push(account)
      for (const { clientId } of required) (byApp[clientId] ??= []).push(account.username)
    }
  }
  const wouldStop = stopped.map(({ username }) => username)
  const [administrator, ...others] = administrators
  return {
    wouldStop,
    haveFactor,
    withoutEmail: stopped.filter(({ person }) => person.email === undefined).map(({ username }) => username),
    byApp,
    byRole: byRole(stopped),
    inGrace,
    lastAdministrator: others.length === 0 && wouldStop.includes(administrator ?? '') ? administrator : undefined,
  }
}

/** Whether the user can sign in to the app, and must use two factors there. */
function mustUseTwo(require: RequiredOf, { clientId, access }: Client, roles: readonly string[]): boolean {
  const isPanel = clientId === PANEL_CLIENT_ID
  const client = { isPanel, secondFactor: access?.secondFactor === true }
  const isUser = isPanel ? checkPanelAccess(roles, false).allowed : mayEnter(access, roles)
  return isUser && includes(requiredOf({ require, from: 0 }, client, 0), roles)
}

function byRole(accounts: readonly Account[]): SecondFactorPlan['byRole'] {
  const lists: Record<string, string[]> = {}
  for (const account of accounts) for (const role of rolesOf(account)) (lists[role] ??= []).push(account.username)
  return lists
}
