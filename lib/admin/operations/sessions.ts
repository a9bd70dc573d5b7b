import { deny } from '../../../policies/verdict.ts'
import { ProtocolError } from '../../http/protocol-error.ts'
import { withParameters } from '../../http/responses.ts'
import { describeUserAgent } from '../../portal/user-agent.ts'
import { sessionOf, sessionsOf } from '../../sessions/session-registry.ts'
import type { BrowserSession } from '../../sessions/session-registry.ts'
import { SessionList } from '../../ui/screens/admin/operations/sessions.tsx'
import type { PanelRequest } from '../panel.ts'
import { goOn, show, viewOf } from '../shell.ts'

const SUBJECTS = 25

/** GET /sessions: of one user (by subject or user name), or of everybody in pages of subjects. */
export async function showSessions(page: PanelRequest): Promise<void> {
  const { services, query, href, hidden } = page
  const user = (query.get('user') ?? '').trim()
  const after = query.get('after') ?? undefined
  const subjects = user === '' ? await services.storage.sessions.subjects(after, SUBJECTS) : [(await services.embedded?.accountByUsername(user))?.sub ?? user]
  const sessions = (await Promise.all(subjects.map((subject) => sessionsOf(services.storage, subject)))).flat()
  const names = new Map(await Promise.all(subjects.map(async (subject) => {
    const person = await services.people.find(subject)
    return [subject, person?.name ?? person?.preferred_username ?? subject] as const
  })))
  await show(page, 200, SessionList, {
    form: { action: href('/sessions'), hidden }, user: user === '' ? '' : names.get(subjects[0] ?? '') ?? user, rows: sessions.map((session) => rowOf(session, names.get(session.subject) ?? session.subject)),
    nextHref: user === '' && subjects.length === SUBJECTS ? withParameters(href('/sessions'), { after: subjects.at(-1) }) : undefined,
  })
}

function rowOf({ uid, subject, about, lastSeenAt, clients }: BrowserSession, user: string): Parameters<typeof SessionList>[0]['rows'][number] {
  const { browser = '–', system } = describeUserAgent(about.userAgent)
  return {
    uid, subject, user, device: system === undefined ? browser : `${browser} · ${system}`, address: about.address,
    startedAt: new Date(about.startedAt), seenAt: new Date(lastSeenAt), apps: clients.map(({ clientId }) => clientId),
  }
}

/** POST /sessions: ends one session, or all of a user; every client hears of it (S9). */
export async function endSessions(page: PanelRequest): Promise<void> {
  const { services, form, person, exchange } = page
  const t = viewOf(page).t.operations.sessions
  const subject = form.get('subject') ?? ''
  const act = { actor: person.sub, user: subject, result: 'ok', requestId: exchange.requestId, address: exchange.address } as const
  if (form.get('action') === 'all') {
    await services.ending.endEverything(subject)
    await services.audit.record({ event: 'logout.everywhere', ...act })
    return goOn(page, '/sessions', { tone: 'ok', text: t.allEnded })
  }
  if (form.get('action') !== 'end') throw new ProtocolError(deny('invalid_request', 'parameter_malformed', 'action'))
  const session = await sessionOf(services.storage, subject, form.get('uid') ?? '')
  if (session === undefined) return goOn(page, '/sessions', { tone: 'info', text: t.gone })
  await services.ending.endSession(session)
  await services.audit.record({ event: 'logout.session', ...act, sid: session.uid })
  await goOn(page, '/sessions', { tone: 'ok', text: t.ended })
}
