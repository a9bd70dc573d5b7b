import { evaluateSafety, isNewDevice, type SafetyCheck } from '../../../policies/account-safety.ts'
import { isInLauncher } from '../../../policies/launcher.ts'
import { displayName } from '../../domain/accounts/display-name.ts'
import { asksSecondStep, secondFactorsOf } from '../../domain/accounts/factors/second-factors.ts'
import { homeOf } from '../../domain/clients/client-home.ts'
import type { Client } from '../../domain/clients/client-record.ts'
import { matcherOf } from '../../domain/search-terms.ts'
import { type BrowserSession, sessionsOf } from '../../domain/sessions/session-registry.ts'
import { sessionOfSid } from '../../domain/sessions/sid.ts'
import { describeUserAgent } from '../../web/request/user-agent.ts'
import { dateOf, viewOf } from '../first-party/page.ts'
import { pageOf, queryOf, registered } from './app-pages.ts'
import { PortalHome } from './home-view.tsx'
import { isOwn, keepsFactors, type PortalRequest, show } from './request.ts'
import type { CheckView, LastSignIn } from './safety-view.tsx'

/** Maximum number of recently used apps to list first if the registry is too large to read in one call. */
const USED_MAX = 24

/** GET /?q=&from=&after=: the apps that the user can open, most recently used first, and account security. */
export async function showHome(page: PortalRequest): Promise<void> {
  const { services, user, query } = page
  const [sessions, { clients, next }] = await Promise.all([sessionsOf(services.storage, user.sub), registered(page)])
  const [used, safety, due] = await Promise.all([
    lastUses(page, sessions),
    safetyOf(page, sessions),
    services.secondFactor.dueOf(user, page.session.acr),
  ])
  const matches = matcherOf(queryOf(page))
  const isWhole = !query.has('after') && next === undefined
  const candidates = [...clients, ...(isWhole ? [] : await usedBeyond(page, clients, used))].filter(
    (client) => isInLauncher(client) && homeOf(client) !== undefined && matches([client.clientName]),
  )
  const usedAt = ({ clientId }: Client): number => used.get(clientId) ?? 0
  const { shown, ...pager } = await pageOf(
    page,
    '/',
    candidates.toSorted((a, b) => usedAt(b) - usedAt(a) || a.clientName.localeCompare(b.clientName)),
    next,
    (client) => services.canSignIn(user, client),
  )
  await show(page, 200, PortalHome, {
    name: displayName(user),
    due,
    safety,
    signIns: lastSignIns(page, sessions),
    apps: shown.map((client) => ({ name: client.clientName, icon: client.icon, href: homeOf(client) ?? '' })),
    ...pager,
  })
}

/** When the user last used each app in a live session or consented to it, in milliseconds since the epoch. */
async function lastUses(
  { services, user }: PortalRequest,
  sessions: readonly BrowserSession[],
): Promise<ReadonlyMap<string, number>> {
  const consents = await services.consents.list(user.sub)
  const uses = new Map<string, number>()
  const note = (clientId: string, at: number): void => void uses.set(clientId, Math.max(at, uses.get(clientId) ?? 0))
  for (const { clientId, lastAt } of consents) note(clientId, lastAt)
  for (const { clients } of sessions) for (const { clientId, at } of clients) note(clientId, at)
  return uses
}

/** Recently used apps that are not on the first page of a large registry. */
async function usedBeyond(
  { services, query }: PortalRequest,
  read: readonly Client[],
  used: ReadonlyMap<string, number>,
): Promise<readonly Client[]> {
  if (query.has('after')) return []
  const known = new Set(read.map(({ clientId }) => clientId))
  const missing = [...used].filter(([clientId]) => !known.has(clientId)).toSorted(([, a], [, b]) => b - a)
  const found = await Promise.all(missing.slice(0, USED_MAX).map(([clientId]) => services.clients.find(clientId)))
  return found.filter((client) => client !== undefined)
}

const timeOf = (page: PortalRequest): number => viewOf(page).now.getTime()

/** The account's security checks, with an action for each one that fails. */
export async function safetyOf(
  page: PortalRequest,
  sessions: readonly BrowserSession[],
): Promise<readonly CheckView[]> {
  const { services, user } = page
  const { users, embedded } = services
  const [account, factors, codes] = await Promise.all([
    embedded?.account(user.sub),
    keepsFactors(page) ? secondFactorsOf(users, user.sub) : undefined,
    users.recoveryCodes?.stateOf(user.sub),
  ])
  const setAt = account?.passwordSetAt
  const hasPassword = account?.passwordHash !== undefined
  const fresh = newDevices(page, sessions).length
  const isOn = factors !== undefined && asksSecondStep(factors)
  const facts: Readonly<Record<SafetyCheck, CheckView['fact']>> = {
    password: { check: 'password', setAt: dateOf(setAt), own: isOwn(account) },
    'second-step': {
      check: 'second-step',
      offer: services.passkeys?.placeOf(services.configuration.portalUrl) === 'here' ? 'passkey' : 'any',
    },
    'recovery-codes': { check: 'recovery-codes', left: codes?.left ?? 0 },
    devices: { check: 'devices', fresh },
  }
  return evaluateSafety({
    ...(hasPassword ? { password: setAt === undefined ? {} : { ageMs: timeOf(page) - setAt } } : {}),
    ...(factors === undefined ? {} : { secondStep: isOn ? 'on' : 'off' }),
    // Users get recovery codes with their first second factor.
    ...(users.recoveryCodes === undefined || !isOn ? {} : { recoveryCodes: { left: codes?.left ?? 0 } }),
    newDevices: fresh,
  }).map(({ check, verdict }) => ({ verdict, fact: facts[check] }))
}

/** Sessions on devices that the user might not have used before. Excludes the current session. */
export function newDevices(page: PortalRequest, sessions: readonly BrowserSession[]): readonly BrowserSession[] {
  const known = sessions.map(({ uid, about }) => ({
    uid,
    ...describeUserAgent(about.userAgent),
    signedInAt: about.startedAt,
  }))
  const here = sessionOfSid(page.session.sid)
  const fresh = known.filter((device) => device.uid !== here && isNewDevice(device, known, timeOf(page)))
  return sessions.filter(({ uid }) => fresh.some((device) => device.uid === uid))
}

/** The most recent sign-in. If it started the current session, the previous sign-in is included too. */
export function lastSignIns({ session }: PortalRequest, sessions: readonly BrowserSession[]): readonly LastSignIn[] {
  const here = sessionOfSid(session.sid)
  const [newest, second] = sessions
  return [newest, newest?.uid === here ? second : undefined]
    .filter((found) => found !== undefined)
    .map(({ uid, about }) => ({
      at: new Date(about.startedAt),
      ...describeUserAgent(about.userAgent),
      current: uid === here,
    }))
}
