import { parameterMalformed } from '../../../policies/parameters.ts'
import { type BrowserSession, sessionOf, sessionsOf } from '../../domain/sessions/session-registry.ts'
import { sessionOfSid } from '../../domain/sessions/sid.ts'
import { redirect } from '../../web/http/responses.ts'
import { ProtocolError } from '../../web/request/request-context.ts'
import { describeUserAgent, deviceKind } from '../../web/request/user-agent.ts'
import { formAt, redirectWithFlash, viewOf } from '../first-party/page.ts'
import { signedOutHref } from '../first-party/sign-out.ts'
import { clientViews } from './apps.ts'
import { type DeviceView, PortalDeviceSignOut, PortalDevices } from './devices-view.tsx'
import { newDevices } from './home.ts'
import { type PortalRequest, show } from './request.ts'
import { checkSignIn } from './security-operations.ts'

/** GET /devices: all live sessions of the user, starting with this one. */
export async function showDevices(page: PortalRequest): Promise<void> {
  const { services, user, session } = page
  const sessions = await sessionsOf(services.storage, user.sub)
  const apps = await appsOf(page, sessions)
  const fresh = newDevices(page, sessions)
  const devices = sessions
    .map((device) => ({
      uid: device.uid,
      current: device.uid === sessionOfSid(session.sid),
      fresh: fresh.includes(device),
      shape: deviceKind(device.about.userAgent),
      ...describeUserAgent(device.about.userAgent),
      address: device.about.address,
      signedInAt: new Date(device.about.startedAt),
      lastSeenAt: new Date(device.lastSeenAt),
      apps: device.clients.map(({ clientId }) => apps.get(clientId) ?? { name: clientId }),
    }))
    .sort((a, b) => Number(b.current) - Number(a.current))
  await show(page, 200, PortalDevices, { machines: byMachine(devices) })
}

/** Sessions on one machine are grouped if there are at least this many. */
const MANY = 3

/** Sessions with the same system and IP address are probably on one machine. The current session stays separate. */
function byMachine(devices: readonly DeviceView[]): readonly (readonly DeviceView[])[] {
  const machineOf = ({ system = '', address }: DeviceView): string => `${system} ${address}`
  const machines = Map.groupBy(
    devices.filter(({ current }) => !current),
    machineOf,
  )
  return [
    ...devices.filter(({ current }) => current).map((device) => [device]),
    ...[...machines.values()].flatMap((machine) =>
      machine.length < MANY ? machine.map((device) => [device]) : [machine],
    ),
  ]
}

const appsOf = (page: PortalRequest, sessions: readonly BrowserSession[]): ReturnType<typeof clientViews> =>
  clientViews(
    page,
    sessions.flatMap(({ clients }) => clients.map(({ clientId }) => clientId)),
  )

/** All sessions except the current one. */
export const othersOf = ({ session }: PortalRequest, sessions: readonly BrowserSession[]): readonly BrowserSession[] =>
  sessions.filter(({ uid }) => uid !== sessionOfSid(session.sid))

/** GET /devices/sign-out?uid= or ?which=others|all: the sessions to end and the apps to notify. */
export async function askSignOut(page: PortalRequest): Promise<void> {
  const { services, user, query } = page
  if (!(await page.assertRecentSignIn())) return
  const sessions = await sessionsOf(services.storage, user.sub)
  const which = query.get('which')
  const device = which === null ? sessions.find(({ uid }) => uid === query.get('uid')) : undefined
  if (which !== 'others' && which !== 'all' && device === undefined)
    return redirectWithFlash(page, '/devices', 'info', viewOf(page).t.portal.devices.gone)
  const ended = device !== undefined ? [device] : which === 'all' ? sessions : othersOf(page, sessions)
  const operation = device !== undefined ? { action: 'end', uid: device.uid } : { action: String(which) }
  await show(page, 200, PortalDeviceSignOut, {
    reach:
      device !== undefined
        ? { which: 'one', device: describeUserAgent(device.about.userAgent) }
        : { which: which === 'all' ? 'all' : 'others' },
    apps: [...new Set([...(await appsOf(page, ended)).values()].map(({ name }) => name))].toSorted((a, b) =>
      a.localeCompare(b),
    ),
    form: formAt(page, '/devices', { ...operation }),
  })
}

/** POST /devices: ends one, all other, or all sessions, and notifies every app so that it can end its own session. */
export async function changeDevices(page: PortalRequest): Promise<void> {
  const { services, user, form, context } = page
  // Otherwise, a stolen session could sign its owner out.
  if ((await checkSignIn(page, '/devices')) === 'stale') return
  const t = viewOf(page).t.portal.devices
  const action = form.get('action')
  if (action === 'end') {
    const device = await sessionOf(services.storage, user.sub, form.get('uid') ?? '')
    if (device === undefined) return redirectWithFlash(page, '/devices', 'info', t.gone)
    context.event = 'logout.session'
    context.sid = device.uid
    await services.ending.endSession(device)
    return redirectWithFlash(page, '/devices', 'ok', t.ended)
  }
  if (action === 'others') {
    const others = othersOf(page, await sessionsOf(services.storage, user.sub))
    if (others.length > 0) context.event = 'logout.session'
    // The audit event is about the ended sessions, so it must not contain the current session's sid.
    delete context.sid
    for (const other of others) await services.ending.endSession(other)
    return redirectWithFlash(page, '/devices', 'ok', t.othersEnded({ count: others.length }))
  }
  if (action !== 'all') throw new ProtocolError(parameterMalformed('action'))
  context.event = 'logout.everywhere'
  await leaveEverything(page)
}

/** Ends all sessions and shows the signed-out page, because the sign-in page would only ask which account to use. */
export async function leaveEverything({ services, user, session, context }: PortalRequest): Promise<void> {
  const ended = await services.ending.endEverything(user.sub)
  const own = ended.sessions.find(({ uid }) => uid === sessionOfSid(session.sid))
  const everywhere = { devices: Math.max(1, ended.sessions.length) }
  redirect(
    context,
    await signedOutHref({ ...services, issuerUrl: services.site.issuerUrl }, 'sso-portal', ended, own, everywhere),
  )
}
