import { isNewDevice, judgeSafety, type SafetyCheck } from '../../../policies/account-safety.ts'
import { asksSecondStep, secondFactorsOf } from '../../domain/accounts/factors/second-factors.ts'
import type { BrowserSession } from '../../domain/sessions/session-registry.ts'
import { sessionOfSid } from '../../domain/sessions/sid.ts'
import { describeUserAgent } from '../../web/request/user-agent.ts'
import { dateOf } from '../first-party/page.ts'
import type { PortalRequest } from './request.ts'
import type { CheckView, LastSignIn } from './safety-view.tsx'
import { isOwn, keepsFactors } from './shell.ts'

/** What protects the account, check by check, and what to do about those that are open. */
export async function safetyOf(
  page: PortalRequest,
  sessions: readonly BrowserSession[],
): Promise<readonly CheckView[]> {
  const { services, user } = page
  const { users, embedded, now } = services
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
      passkeys: factors?.passkeys.length ?? 0,
      authenticator: factors?.totp === undefined ? 'off' : 'on',
      offer: services.passkeys?.placeOf(services.configuration.portalUrl) === 'here' ? 'passkey' : 'any',
    },
    'recovery-codes': { check: 'recovery-codes', left: codes?.left ?? 0, secondStep: isOn ? 'on' : 'off' },
    devices: { check: 'devices', count: sessions.length, fresh },
  }
  return judgeSafety({
    ...(hasPassword ? { password: setAt === undefined ? {} : { ageMs: now() - setAt } } : {}),
    ...(factors === undefined ? {} : { secondStep: isOn ? 'on' : 'off' }),
    ...(users.recoveryCodes === undefined ? {} : { recoveryCodes: { left: isOn ? (codes?.left ?? 0) : 0 } }),
    newDevices: fresh,
  }).map(({ check, verdict }) => ({ verdict, fact: facts[check] }))
}

/** The sessions on devices that the user may not know; this one is known. */
export function newDevices(
  { services, session }: PortalRequest,
  sessions: readonly BrowserSession[],
): readonly BrowserSession[] {
  const known = sessions.map(({ uid, about }) => ({
    uid,
    ...describeUserAgent(about.userAgent),
    signedInAt: about.startedAt,
  }))
  const here = sessionOfSid(session.sid)
  const fresh = known.filter((device) => device.uid !== here && isNewDevice(device, known, services.now()))
  return sessions.filter(({ uid }) => fresh.some((device) => device.uid === uid))
}

/** The newest sign-in, and where it is the one of this page, the one before. */
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
