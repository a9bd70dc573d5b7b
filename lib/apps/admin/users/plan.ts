import type { RequiredOf } from '../../../../policies/second-factor.ts'
import { type Account, userOf } from '../../../domain/accounts/account-record.ts'
import { SCAN_MAX } from '../../../domain/accounts/account-search.ts'
import { displayName } from '../../../domain/accounts/display-name.ts'
import { type SecondFactorPlan, secondFactorPlan } from '../../../domain/management/second-factor-plan.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import type { WhoView } from '../../../web/ui/components/apps.tsx'
import { dateOf, viewOf } from '../../first-party/page.ts'
import { namesOf, userPath } from '../shell/names.ts'
import { show } from '../shell/show.ts'
import { FactorPlan, type PlanList, type PlanPart } from './plan-view.tsx'
import type { UsersRequest } from './services.ts'
import { directoryOf, usersOf } from './subject.ts'

const PAGE = 25
const PATH = '/two-step-verification'
const TEXT_MAX_LENGTH = 200

/**
 * GET /two-step-verification?rule=&list=&in=&cursor=: the users that the current rule, or another one, would stop. `in`
 * is the ID or name of the app or role whose users are listed.
 */
export async function showPlan(page: UsersRequest): Promise<void> {
  const { storage, clients, secondFactor } = page.services
  const directory = directoryOf(page)
  const asked = (name: string): string => page.query.get(name)?.slice(0, TEXT_MAX_LENGTH) ?? ''
  const rule = asked('rule')
  const { now } = viewOf(page)
  const parts = { directory, documents: storage.documents, clients, now: () => now.getTime() }
  const plan = await secondFactorPlan(parts, ruleIn(rule) ?? secondFactor.rule.require, (account) => account)
  const list: PlanList = LISTS.find((one) => one === asked('list')) ?? 'stopped'
  const named = asked('in')
  const users = inOrder(usersIn(plan, list, named))
  const start = Math.max(0, Math.floor(Number(asked('cursor'))) || 0)
  const from = start < users.length ? start : 0
  const hrefOf = (of: PlanList, name = '', cursor = 0): string =>
    withParameters(page.href(PATH), {
      rule: given(rule),
      list: of === 'stopped' ? undefined : of,
      in: given(name),
      cursor: cursor === 0 ? undefined : String(cursor),
    })
  const ids = largest(plan.byApp)
  const names = await namesOf(page, [], [...ids.map(([id]) => id), list === 'app' ? named : undefined])
  const partsOf = (of: 'app' | 'role', lists: Lists): readonly PlanPart[] =>
    largest(lists).map(([name, { length: count }]) => ({
      name: of === 'app' ? names.app(name).name : name,
      count,
      href: hrefOf(of, name),
    }))
  await show(page, 200, FactorPlan, {
    current: { require: secondFactor.rule.require, from: dateOf(secondFactor.rule.from || undefined) },
    rule,
    roles: [...new Set([...(await usersOf(page).knownRoles()), roleIn(rule) ?? ''])].filter(Boolean),
    counts: {
      stopped: plan.wouldStop.length,
      haveFactor: plan.haveFactor,
      grace: plan.inGrace.length,
      withoutEmail: plan.withoutEmail.length,
    },
    hrefs: { stopped: hrefOf('stopped'), grace: hrefOf('grace'), withoutEmail: hrefOf('no-email') },
    lastAdministrator: plan.lastAdministrator && whoOf(page, plan.lastAdministrator),
    list,
    named: list === 'app' ? names.app(named).name : named,
    users: users.slice(from, from + PAGE).map((account) => whoOf(page, account)),
    range: { from: from + 1, to: Math.min(users.length, from + PAGE), total: users.length },
    previousHref: from === 0 ? undefined : hrefOf(list, named, Math.max(0, from - PAGE)),
    nextHref: from + PAGE >= users.length ? undefined : hrefOf(list, named, from + PAGE),
    apps: partsOf('app', plan.byApp),
    byRole: partsOf('role', plan.byRole),
    more: { apps: rest(plan.byApp), roles: rest(plan.byRole) },
  })
}

const LISTS: readonly PlanList[] = ['no-email', 'grace', 'app', 'role']
type Lists = Readonly<Record<string, readonly Account[]>>

const ROLE = 'role:'
const roleIn = (rule: string): string | undefined => (rule.startsWith(ROLE) ? rule.slice(ROLE.length) : undefined)

/** The rule that was chosen; undefined for the current one. */
function ruleIn(rule: string): RequiredOf | undefined {
  const role = roleIn(rule)
  if (role !== undefined) return { roles: [role] }
  return rule === 'administrators' || rule === 'everybody' ? rule : undefined
}

function usersIn(plan: SecondFactorPlan<Account>, list: PlanList, named: string): readonly Account[] {
  const { wouldStop, withoutEmail, inGrace, byApp, byRole } = plan
  if (list === 'stopped') return wouldStop
  if (list === 'no-email') return withoutEmail
  if (list === 'grace') return inGrace
  const lists = list === 'app' ? byApp : byRole
  return Object.hasOwn(lists, named) ? (lists[named] ?? []) : []
}

/** Sorts by user name, unless there are too many users to sort during a request. */
const inOrder = (users: readonly Account[]): readonly Account[] =>
  users.length > SCAN_MAX ? users : users.toSorted((a, b) => a.username.localeCompare(b.username))

const largest = (lists: Lists): readonly (readonly [name: string, users: readonly Account[]])[] =>
  Object.entries(lists)
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, PAGE)

const rest = (lists: Lists): number => Math.max(0, Object.keys(lists).length - PAGE)

const whoOf = (page: UsersRequest, account: Account): WhoView => ({
  name: displayName(userOf(account, viewOf(page).now.getTime())),
  detail: account.username,
  href: page.href(userPath(account.sub)),
})

const given = (text: string): string | undefined => (text === '' ? undefined : text)
