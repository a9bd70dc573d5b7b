import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { parameterMalformed } from '../../../../policies/parameters.ts'
import { isRoleName } from '../../../../policies/roles.ts'
import type { UserResult } from '../../../domain/management/account-result.ts'
import type { UserCapabilities } from '../../../domain/management/managed-users.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { redirect } from '../../../web/http/responses.ts'
import { notFound, ProtocolError } from '../../../web/request/request-context.ts'
import { formAt, redirectWithFlash, viewOf } from '../../first-party/page.ts'
import { show } from '../shell/show.ts'
import { type ManyAct, ManyQuestion } from './many-view.tsx'
import type { UsersRequest } from './services.ts'
import { headOf, mayHelpUser, operationsOf, userOperationsOf, usersOf } from './subject.ts'
import { userName } from './user-props.tsx'

/** Maximum number of users to select. */
const MANY_MAX = 200
/** How long a selection waits for its confirmation, in milliseconds. */
const KEEP_MS = 900_000
/** Users who are changed at the same time. */
const TOGETHER = 8

/** The operations on selected users, and the capability of the directory that each needs. */
const ACTS = {
  'add-role': ['roles', (page, sub, role) => userOperationsOf(page).giveRole(sub, role)],
  'remove-role': ['roles', (page, sub, role) => userOperationsOf(page).takeRole(sub, role)],
  'sign-out': [undefined, (page, sub) => userOperationsOf(page).signOutEverywhere(sub)],
  'reset-email': ['accounts', (page, sub) => operationsOf(page).emailReset(sub)],
  suspend: ['suspend', (page, sub) => userOperationsOf(page).suspend(sub)],
} as const satisfies Record<
  ManyAct,
  [keyof UserCapabilities | undefined, (page: UsersRequest, sub: string, role: string) => Promise<UserResult>]
>

/** Operations that helpers can perform. */
const HELP: readonly ManyAct[] = ['sign-out', 'reset-email']

/** The operations that the directory supports and the user's role permits. */
export const manyActs = ({ mayChange }: Pick<UsersRequest, 'mayChange'>, can: UserCapabilities): readonly ManyAct[] =>
  (mayChange ? (Object.keys(ACTS) as ManyAct[]) : HELP).filter((act) => ACTS[act][0] === undefined || can[ACTS[act][0]])

/** Helpers cannot act on users who have a panel role. */
type Outcome = UserResult['outcome'] | 'panel-role'

async function performOne(page: UsersRequest, act: ManyAct, sub: string, role: string): Promise<Outcome> {
  const subject = await usersOf(page).read(sub)
  if (subject !== undefined && !mayHelpUser(page, subject)) return 'panel-role'
  // A role that the user has keeps its end date.
  if (act === 'add-role' && subject?.user.roles?.includes(role)) return 'unchanged'
  return (await ACTS[act][1](page, sub, role)).outcome
}

interface Selection {
  readonly act: ManyAct
  readonly subs: readonly string[]
}

const keyOf = ({ session }: UsersRequest, id: string): [kind: string, id: string] => [
  'users-selected',
  `${session.sid} ${id}`,
]

/** POST /users/many: keeps the selection, which is too long for a URL, and leads to the question. */
export async function selectMany(page: UsersRequest): Promise<void> {
  const act = page.form.get('act') ?? ''
  const subs = [...new Set(page.formLists.get('sub') ?? [])]
  if (!Object.hasOwn(ACTS, act)) throw new ProtocolError(parameterMalformed('act'))
  const { none, tooMany } = viewOf(page).t.users.many
  if (subs.length === 0) return redirectWithFlash(page, '/users', 'info', none)
  if (subs.length > MANY_MAX) return redirectWithFlash(page, '/users', 'danger', tooMany({ count: MANY_MAX }))
  const id = randomBytes(16).toString('base64url')
  await page.services.storage.records.put(...keyOf(page, id), JSON.stringify({ act, subs }), KEEP_MS)
  redirect(page.context, page.href(withParameters('/users/many', { id })))
}

/** GET /users/many?id=: what will happen, and to which users. */
export async function askMany(page: UsersRequest): Promise<void> {
  const id = page.query.get('id') ?? ''
  const text = await page.services.storage.records.read(...keyOf(page, id))
  if (text === undefined) return redirectWithFlash(page, '/users', 'info', viewOf(page).t.users.many.gone)
  await showQuestion(page, 200, id, JSON.parse(text))
}

async function showQuestion(page: UsersRequest, status: number, id: string, { act, subs }: Selection): Promise<void> {
  const { capabilities, read, knownRoles } = usersOf(page)
  if (!manyActs(page, capabilities).includes(act)) throw notFound()
  const users = await Promise.all(subs.map(read))
  await show(page, status, ManyQuestion, {
    act,
    users: users.flatMap((user) => (user === undefined ? [] : [headOf(user)])),
    roles: act === 'add-role' || act === 'remove-role' ? await knownRoles() : undefined,
    wrong: status !== 200,
    form: formAt(page, withParameters('/users/many/confirm', { id }), { id }),
  })
}

/** POST /users/many/confirm: changes each user once, and reports how many were changed and which were not, and why. */
export async function performMany(page: UsersRequest): Promise<void> {
  const { records } = page.services.storage
  const id = page.form.get('id') ?? ''
  const role = page.form.get('role')?.trim() ?? ''
  const text = await records.read(...keyOf(page, id))
  const t = viewOf(page).t.users.many
  if (text === undefined) return redirectWithFlash(page, '/users', 'info', t.gone)
  const selection = JSON.parse(text) as Selection
  const { act, subs } = selection
  if (!manyActs(page, usersOf(page).capabilities).includes(act)) throw notFound()
  if ((act === 'add-role' || act === 'remove-role') && !isRoleName(role)) return showQuestion(page, 422, id, selection)
  // Of two submissions of the form, one gets the selection.
  if ((await records.take(...keyOf(page, id))) === undefined) return redirectWithFlash(page, '/users', 'info', t.gone)
  const left: string[] = []
  let done = 0
  try {
    for (let at = 0; at < subs.length; at += TOGETHER) {
      const some = subs.slice(at, at + TOGETHER)
      const results = await Promise.all(some.map((sub) => whenFree(() => performOne(page, act, sub, role))))
      for (const [index, outcome] of results.entries()) {
        if (outcome === 'done') done += 1
        else if (outcome !== 'unchanged') left.push(await keptText(page, some[index] ?? '', outcome))
      }
    }
  } catch (error) {
    // What is done stays done. The selection can be confirmed again, which leaves those users as they are.
    await records.put(...keyOf(page, id), text, KEEP_MS).catch(() => undefined)
    throw error
  }
  const words = [t.done[act]({ count: done, role }), ...left.slice(0, KEPT_SHOWN)]
  const more = left.length > KEPT_SHOWN ? [t.more({ count: left.length - KEPT_SHOWN })] : []
  await redirectWithFlash(page, '/users', left.length === 0 ? 'ok' : 'warn', [...words, ...more].join(' '))
}

/** Maximum number of unchanged users to name. */
const KEPT_SHOWN = 3
const TRIES = 50
const PAUSE_MS = 100

/** Operations on administrators take turns, so that one of them remains. */
async function whenFree(change: () => Promise<Outcome>): Promise<Outcome> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await change()
    if (outcome !== 'busy' || tries === TRIES) return outcome
    await setTimeout(PAUSE_MS)
  }
}

/** Why a user was not changed. */
async function keptText(page: UsersRequest, sub: string, outcome: Outcome): Promise<string> {
  const { users, hostUsers } = viewOf(page).t
  const user = await usersOf(page).read(sub)
  const texts: Readonly<Partial<Record<string, string>>> = { ...users.acts.refused, yourself: hostUsers.yourself }
  return users.many.kept({
    user: user === undefined ? sub : userName(headOf(user)),
    why: texts[outcome] ?? hostUsers.refused,
  })
}
