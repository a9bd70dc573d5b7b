import { filledFilter, filterOfAnyName, isSearchableName, isSendablePassword } from '../../policies/ldap-filter.ts'
import { type Connection, type FoundEntry, openConnection } from './connection.ts'
import type { LdapDirectorySettings } from './directory-options.ts'
import { requireDriver } from './driver.ts'
import { textOf, userOf } from './entry.ts'
import { failure, reasonOf } from './failures.ts'
import { rolesByGroup } from './groups.ts'
import { checkPassword, type PasswordCheck } from './password-check.ts'
import type { ServerUrl } from './server-url.ts'
import { type DirectoryPlan, directoryPlan } from './settings.ts'
import { isActive, userEntries } from './user-entries.ts'
import type { WireStep } from './wire.ts'

/** The result of one step of the test. */
export interface DirectoryStep {
  /** Name of the step. */
  readonly step: WireStep | 'bind' | 'base' | 'filter' | 'attribute' | 'active' | 'groups' | 'password'
  /** `noted` is informational, not a failure. */
  readonly outcome: 'ok' | 'failed' | 'noted'
  /** A sentence for an administrator, without secrets. */
  readonly detail: string
}

/** The user to look for. If the username is omitted, any user matches. If the password is omitted, none is checked. */
export interface DirectoryQuestion {
  /**
   * The user to look for, as typed when signing in.
   * @default any user
   * @example 'alice'
   */
  readonly username?: string
  /**
   * The password to check.
   * @default no password is checked
   * @example 'correct horse battery staple'
   */
  readonly password?: string
}

type Report = (outcome: DirectoryStep['outcome'], detail: string) => DirectoryStep
const at =
  (step: DirectoryStep['step']): Report =>
  (outcome, detail) => ({ step, outcome, detail })

/**
 * Tests a sign-in step by step: connects to every server, then searches on the first usable one. A failed step ends
 * the test of that server.
 * @throws Error before the first step, for the same reasons as `ldapDirectory`
 */
export async function* testDirectory(
  settings: LdapDirectorySettings,
  question: DirectoryQuestion = {},
): AsyncGenerator<DirectoryStep, void, undefined> {
  const plan = directoryPlan(settings)
  requireDriver()
  const opened: Connection[] = []
  try {
    for (const server of plan.servers) {
      const connection = yield* reach(server, plan)
      if (connection !== undefined) opened.push(connection)
    }
    const [first] = opened
    if (first !== undefined) yield* ask(first, plan, question)
  } finally {
    for (const connection of opened) await connection.close()
  }
}

/** Connects to the server and binds as the search account. Returns undefined on failure. */
async function* reach(server: ServerUrl, plan: DirectoryPlan) {
  const { place } = server
  const detail = { connect: `${place} answers`, tls: `${place} has TLS, and its certificate is trusted` } as const
  const failed = (step: DirectoryStep['step'], error: unknown) => at(step)('failed', `${place}: ${reasonOf(error)}`)
  const reached: WireStep[] = []
  const signal = AbortSignal.timeout(plan.timeoutMs)
  const [opened] = await Promise.allSettled([
    openConnection(server, { ...plan, signal, done: (step) => reached.push(step) }),
  ])
  for (const step of reached) yield at(step)('ok', detail[step])
  if (opened.status === 'rejected') {
    yield failed(reached.includes('connect') ? 'tls' : 'connect', opened.reason)
    return undefined
  }
  const connection = opened.value
  try {
    await connection.bind(plan.account.dn, plan.account.password)
    yield at('bind')('ok', `${place} knows the account that searches (bindDn)`)
    return connection
  } catch (error) {
    yield failed('bind', error)
    await connection.close()
    return undefined
  }
}

async function* ask(
  connection: Connection,
  plan: DirectoryPlan,
  { username, password }: DirectoryQuestion,
): AsyncGenerator<DirectoryStep> {
  let step: DirectoryStep['step'] = 'base'
  try {
    yield at(step)('ok', await seen(connection, 'base', plan.base))
    step = 'filter'
    if (username !== undefined && !isSearchableName(username))
      return yield at(step)('failed', 'this name belongs to no user; no server is asked for it')
    const filter =
      username === undefined ? filterOfAnyName(plan.userFilter) : filledFilter(plan.userFilter, 'username', username)
    const [entry, another] = await userEntries(connection, plan, filter)
    if (entry === undefined) return yield at(step)('failed', 'no entry below base matches userFilter')
    if (another !== undefined && username !== undefined)
      return yield at(step)('failed', 'two entries match userFilter: the name is ambiguous')
    yield at(step)('ok', `userFilter finds ${username === undefined ? 'users' : 'one user'}`)
    step = 'attribute'
    yield at(step)('ok', `the subject is ${userOf(entry, plan).sub}`)
    yield* missingAttributes(entry, plan)
    step = 'active'
    const usable = await isActive(connection, plan, entry)
    yield at(step)(usable ? 'ok' : 'noted', usable ? 'the user may sign in' : 'the user is known, and may not sign in')
    step = 'groups'
    if (plan.roles !== undefined) {
      yield at(step)('ok', await seen(connection, 'groups.base', plan.groups.base))
      const roles = (await rolesByGroup(plan)(connection, entry.dn)) ?? []
      yield at(step)('ok', roles.length === 0 ? 'the user has no roles' : `the user’s roles: ${roles.join(', ')}`)
    }
    step = 'password'
    if (username !== undefined && password !== undefined)
      yield await passwordStep(connection.server, plan, entry, password)
  } catch (error) {
    yield at(step)('failed', reasonOf(error))
  }
}

/** @throws Error if the entry does not exist or the search account cannot read it */
async function seen(connection: Connection, setting: string, base: string): Promise<string> {
  const request = { base, scope: 'entry', filter: '(objectClass=*)', attributes: ['1.1'], most: 1 } as const
  if ((await connection.search(request)).length === 0) throw failure(`${setting} cannot be seen`)
  return `${setting} is there`
}

function* missingAttributes(entry: FoundEntry, { attributes }: DirectoryPlan): Generator<DirectoryStep> {
  for (const [claim, attribute] of Object.entries(attributes))
    if (attribute !== undefined && textOf(entry, attribute) === undefined)
      yield at('attribute')('noted', `the entry has no ${attribute} (attributes.${claim})`)
}

const PASSWORD_STEPS: Readonly<Record<PasswordCheck, Parameters<Report>>> = {
  valid: ['ok', 'the password is right'],
  invalid: ['failed', 'the password is wrong'],
  disabled: ['noted', 'the password is right, and the account may not sign in'],
}

async function passwordStep(server: ServerUrl, plan: DirectoryPlan, { dn }: FoundEntry, password: string) {
  if (!isSendablePassword(password)) return at('password')('failed', 'a password like this is sent to no server')
  const connection = await openConnection(server, { ...plan, signal: AbortSignal.timeout(plan.timeoutMs) })
  try {
    return at('password')(...PASSWORD_STEPS[await checkPassword(connection, plan, { dn, password, send: () => true })])
  } finally {
    await connection.close()
  }
}
