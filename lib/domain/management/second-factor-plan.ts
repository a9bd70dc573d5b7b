import { isAdministrator } from '../../../policies/roles.ts'
import type { RequiredOf } from '../../../policies/second-factor.ts'
import type { Account } from '../accounts/account-record.ts'
import { rolesOf } from '../accounts/account-search.ts'
import { appsUnder, type RuledUserParts, ruledUsers } from '../accounts/second-factor-users.ts'
import type { ClientRegistry } from '../clients/registry.ts'

/** What a rule about second factors would do if it applied now. Lists are in order of the directory. */
export interface SecondFactorPlan<User> {
  /** Users who must set up a second factor at their next sign-in to one of the apps in `byApp`. */
  readonly wouldStop: readonly User[]
  /** Number of users who must have a second factor and do. */
  readonly haveFactor: number
  /** Users of `wouldStop` without an email address, so a notice cannot reach them. */
  readonly withoutEmail: readonly User[]
  /** Users of `wouldStop` by the ID of each app at which they would be stopped. */
  readonly byApp: Readonly<Record<string, readonly User[]>>
  /** Users of `wouldStop` by each of their roles. */
  readonly byRole: Readonly<Record<string, readonly User[]>>
  /** Users whose grace still applies. They are not in `wouldStop`. */
  readonly inGrace: readonly User[]
  /** The only administrator, if that user would be stopped. */
  readonly lastAdministrator: User | undefined
}

export interface PlanParts extends RuledUserParts {
  readonly clients: Pick<ClientRegistry, 'list'>
}

/** Computes the plan for a rule of the deployment, together with the clients' rules. @param userOf a list's entry */
export async function secondFactorPlan<User>(
  parts: PlanParts,
  require: RequiredOf,
  userOf: (account: Account) => User,
): Promise<SecondFactorPlan<User>> {
  const [wouldStop, withoutEmail, inGrace, administrators]: User[][] = [[], [], [], []] as const
  const [byApp, byRole] = [new Map<string, User[]>(), new Map<string, User[]>()]
  let haveFactor = 0
  for await (const { account, apps, state } of ruledUsers(
    parts,
    await appsUnder(require, parts.clients, parts.now()),
  )) {
    const [user, roles] = [userOf(account), rolesOf(account)]
    if (isAdministrator({ roles, status: account.status })) administrators.push(user)
    if (state === 'has-factor') haveFactor += 1
    if (state === 'grace') inGrace.push(user)
    if (state !== 'set-up') continue
    wouldStop.push(user)
    if (account.person.email === undefined) withoutEmail.push(user)
    for (const { clientId } of apps) enter(byApp, clientId, user)
    for (const role of roles) enter(byRole, role, user)
  }
  const [administrator, ...others] = administrators
  const isStopped = administrator !== undefined && others.length === 0 && wouldStop.includes(administrator)
  return {
    wouldStop,
    haveFactor,
    withoutEmail,
    // A name can be that of a member of every object.
    byApp: Object.fromEntries(byApp),
    byRole: Object.fromEntries(byRole),
    inGrace,
    lastAdministrator: isStopped ? administrator : undefined,
  }
}

function enter<User>(lists: Map<string, User[]>, name: string, user: User): void {
  const list = lists.get(name)
  if (list === undefined) lists.set(name, [user])
  else list.push(user)
}
