import { deny } from '../../../../policies/verdict.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import { type BrowserSession, sessionOf, sessionsOf } from '../../../domain/sessions/session-registry.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { ProtocolError } from '../../../web/request/protocol-error.ts'
import { oneUseFields, useForm } from '../clients/one-use-form.ts'
import type { PanelRequest } from '../panel.ts'
import { assertMayChange, goOn, show, viewOf } from '../shell/show.ts'
import { SessionEnd } from './session-end-view.tsx'
import { deviceOf } from './sessions.ts'

/** What is asked about: one session of a subject, or all of them; and the filter to go back to. */
interface Asked {
  readonly subject: string
  readonly scope: 'session' | 'everywhere'
  readonly uid: string
  readonly backPath: string
}

function askedIn(fields: { get(name: string): string | null | undefined }): Asked {
  const user = fields.get('user') ?? ''
  const scope = fields.get('scope')
  if (scope !== 'session' && scope !== 'everywhere')
    throw new ProtocolError(deny('invalid_request', 'parameter_malformed', 'scope'))
  return {
    subject: fields.get('subject') ?? '',
    scope,
    uid: fields.get('uid') ?? '',
    backPath: user === '' ? '/sessions' : withParameters('/sessions', { user }),
  }
}

/** GET /sessions/end: what ends, and who hears of it. */
export async function askEnd(page: PanelRequest): Promise<void> {
  assertMayChange(page)
  const { services, query, href } = page
  const { subject, scope, uid, backPath } = askedIn(query)
  const found = scope === 'everywhere' ? undefined : await sessionOf(services.storage, subject, uid)
  if (scope === 'session' && found === undefined)
    return goOn(page, backPath, { tone: 'info', text: textsOf(page).gone })
  const sessions = found === undefined ? await sessionsOf(services.storage, subject) : [found]
  const [user, clients] = await Promise.all([services.users.find(subject), clientsIn(page, sessions)])
  const hears = ({ backchannelLogoutUri, status }: Client): boolean =>
    backchannelLogoutUri !== undefined && status === 'active'
  const nameOf = ({ clientName }: Client): string => clientName
  await show(page, 200, SessionEnd, {
    form: {
      action: href('/sessions/end'),
      hidden: { ...oneUseFields(page), subject, scope, uid, user: query.get('user') ?? '' },
    },
    user: user?.name ?? user?.preferred_username ?? subject,
    scope,
    devices: sessions.map(({ about }) => ({ device: deviceOf(about.userAgent), address: about.address })),
    told: clients.filter(hears).map(nameOf),
    untold: clients.filter((client) => !hears(client)).map(nameOf),
    backHref: href(backPath),
  })
}

async function clientsIn({ services }: PanelRequest, sessions: readonly BrowserSession[]): Promise<readonly Client[]> {
  const ids = new Set(sessions.flatMap(({ clients }) => clients.map(({ clientId }) => clientId)))
  const found = await Promise.all([...ids].map((id) => services.clients.find(id)))
  return found.filter((client) => client !== undefined)
}

/** POST /sessions/end: ends one session, or all of a user; every client hears of it (S9). */
export async function endSessions(page: PanelRequest): Promise<void> {
  const { services, form, user, context } = page
  const t = textsOf(page)
  const { subject, scope, uid, backPath } = askedIn(form)
  if ((await useForm(page, subject)).use === 'again') return goOn(page, backPath, { tone: 'info', text: t.gone })
  const act = {
    actor: user.sub,
    user: subject,
    result: 'ok',
    requestId: context.requestId,
    address: context.address,
  } as const
  if (scope === 'everywhere') {
    await services.ending.endEverything(subject)
    await services.audit.record({ event: 'logout.everywhere', ...act })
    return goOn(page, backPath, { tone: 'ok', text: t.allEnded })
  }
  const session = await sessionOf(services.storage, subject, uid)
  if (session === undefined) return goOn(page, backPath, { tone: 'info', text: t.gone })
  await services.ending.endSession(session)
  await services.audit.record({ event: 'logout.session', ...act, sid: session.uid })
  await goOn(page, backPath, { tone: 'ok', text: t.ended })
}

const textsOf = (page: PanelRequest) => viewOf(page).t.operations.sessions
