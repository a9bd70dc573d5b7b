import { parameterMalformed } from '../../../../policies/parameters.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import { endsWithSession } from '../../../domain/clients/gate.ts'
import { writeAudit } from '../../../domain/management/account-result.ts'
import { sessionOf, sessionsOf } from '../../../domain/sessions/session-registry.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { oneTimeFields } from '../../../web/pages/one-time-form.ts'
import { ProtocolError } from '../../../web/request/request-context.ts'
import { formAt, redirectWithFlash, takePageForm, viewOf } from '../../first-party/page.ts'
import { clientsIn, deviceName } from '../shell/names.ts'
import { actorOf, assertMayChange, nameOfUser, show } from '../shell/show.ts'
import { noticeTarget } from './delivery-list.ts'
import type { OperationsRequest } from './services.ts'
import { SessionEnd } from './session-end-view.tsx'

/** The session or sessions to end for a subject, and the path to return to. */
function askedIn(fields: { get(name: string): string | null | undefined }) {
  const user = fields.get('user') ?? ''
  const scope = (['session', 'everywhere'] as const).find((one) => one === fields.get('scope'))
  if (scope === undefined) throw new ProtocolError(parameterMalformed('scope'))
  return {
    subject: fields.get('subject') ?? '',
    scope,
    uid: fields.get('uid') ?? '',
    backPath: user === '' ? '/sessions' : withParameters('/sessions', { user }),
  }
}

/** GET /sessions/end: the sessions to end, and the apps to notify. */
export async function askEnd(page: OperationsRequest): Promise<void> {
  assertMayChange(page)
  const { services, query, href } = page
  const { subject, scope, uid, backPath } = askedIn(query)
  const found = scope === 'everywhere' ? undefined : await sessionOf(services.storage, subject, uid)
  if (scope === 'session' && found === undefined) return redirectWithFlash(page, backPath, 'info', textsOf(page).gone)
  const sessions = found === undefined ? await sessionsOf(services.storage, subject) : [found]
  const [user, clients] = await Promise.all([nameOfUser(page, subject), clientsIn(page, sessions)])
  const isNotified = (client: Client): boolean => endsWithSession(client) || noticeTarget(client) !== undefined
  const nameOf = ({ clientName }: Client): string => clientName
  await show(page, 200, SessionEnd, {
    form: formAt(page, '/sessions/end', { ...oneTimeFields(page), subject, scope, uid, user: query.get('user') ?? '' }),
    user,
    scope,
    devices: sessions.map(({ about }) => ({ device: deviceName(about.userAgent), address: about.address })),
    notified: clients.filter(isNotified).map(nameOf),
    notNotified: clients.filter((client) => !isNotified(client)).map(nameOf),
    backHref: href(backPath),
  })
}

/** POST /sessions/end: ends one session, or all sessions of a user, and notifies the clients. */
export async function endSessions(page: OperationsRequest): Promise<void> {
  const { services, form } = page
  const t = textsOf(page)
  const { subject, scope, uid, backPath } = askedIn(form)
  if ((await takePageForm(page, subject)).use === 'again') return redirectWithFlash(page, backPath, 'info', t.gone)
  if (scope === 'everywhere') {
    await services.ending.endEverything(subject)
    await writeAudit(services.audit, actorOf(page), { event: 'logout.everywhere', user: subject })
    return redirectWithFlash(page, backPath, 'ok', t.allEnded)
  }
  const session = await sessionOf(services.storage, subject, uid)
  if (session === undefined) return redirectWithFlash(page, backPath, 'info', t.gone)
  await services.ending.endSession(session)
  await writeAudit(services.audit, actorOf(page), { event: 'logout.session', user: subject, sid: session.uid })
  await redirectWithFlash(page, backPath, 'ok', t.ended)
}

const textsOf = (page: OperationsRequest) => viewOf(page).t.operations.sessions
