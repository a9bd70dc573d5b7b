import { mayEnter } from '../../../policies/app-access.ts'
import { includes, requiredOf } from '../../../policies/second-factor.ts'
import type { Configuration } from '../../config/configuration.ts'
import type { Storage } from '../../ports/storage.ts'
import { userOf } from '../accounts/account-record.ts'
import { displayName } from '../accounts/display-name.ts'
import { asksSecondStep, type FactorRepositories, secondFactorsOf } from '../accounts/factors/second-factors.ts'
import { ruleOf } from '../accounts/second-factor-requirement.ts'
import { ruledUsers } from '../accounts/second-factor-users.ts'
import type { User } from '../accounts/user-directory.ts'
import type { Client } from '../clients/client-record.ts'
import { type AccessImpact, type AccessImpactParts, NAMED_MAX } from './access-impact.ts'
import { signedInTo } from './lost-access.ts'

export interface FactorImpactParts extends AccessImpactParts {
  readonly storage: AccessImpactParts['storage'] & Pick<Storage, 'documents'>
  /** Read only for users in a host's directory. */
  readonly users: FactorRepositories
  readonly settings: Configuration['login']['secondFactor']
}

/** The users who must set up a second factor because a client now requires two. */
export type FactorImpact = Pick<AccessImpact, 'known' | 'named'> & { readonly count: number }

/** @returns undefined if the change adds no rule; users who need a second factor anyway are not counted */
export async function factorImpact(
  parts: FactorImpactParts,
  before: Client['access'],
  client: Client,
): Promise<FactorImpact | undefined> {
  const { access } = client
  if (access?.secondFactor !== true || before?.secondFactor === true) return undefined
  const { directory, storage, settings, now } = parts
  const already = requiredOf(ruleOf(settings), { isPanel: false, secondFactor: false }, now())
  const isNew = (roles: readonly string[] | undefined): boolean =>
    mayEnter(access, roles, now()) && !includes(already, roles)
  const named: User[] = []
  let count = 0
  const enter = (user: User): void => {
    if ((count += 1) <= NAMED_MAX) named.push(user)
  }
  if (directory === undefined) for await (const user of signedIn(parts, client.clientId, isNew)) enter(user)
  else
    for await (const { account, state } of ruledUsers({ directory, documents: storage.documents, now }, ({ person }) =>
      isNew(person.roles) ? [client] : [],
    ))
      if (state === 'set-up') enter(userOf(account, now()))
  return {
    count,
    known: directory === undefined ? 'signed-in' : 'all-users',
    named: named.map((user) => ({ sub: user.sub, name: displayName(user) })),
  }
}

async function* signedIn(
  { storage, find, users }: FactorImpactParts,
  clientId: string,
  isNew: (roles: readonly string[] | undefined) => boolean,
): AsyncGenerator<User> {
  for await (const { subject } of signedInTo(storage, clientId)) {
    const user = await find(subject)
    if (user !== undefined && isNew(user.roles) && !asksSecondStep(await secondFactorsOf(users, subject))) yield user
  }
}
