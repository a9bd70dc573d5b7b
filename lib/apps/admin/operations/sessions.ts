import { type BrowserSession, sessionsOf } from '../../../domain/sessions/session-registry.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { deviceName } from '../../first-party/user-agent.ts'
import { nameOfUser, show } from '../shell/show.ts'
import type { OperationsRequest } from './services.ts'
import { SessionList } from './sessions-view.tsx'

const SUBJECTS = 25

/** GET /sessions: of one user (by subject or user name), or of everybody in pages of subjects. */
export async function showSessions(page: OperationsRequest): Promise<void> {
  const { services, query, href } = page
  const user = (query.get('user') ?? '').trim()
  const after = query.get('after') ?? undefined
  const subjects =
    user === ''
      ? await services.storage.sessions.subjects(after, SUBJECTS)
      : [(await services.embedded?.accountByUsername(user))?.sub ?? user]
  const sessions = (await Promise.all(subjects.map((subject) => sessionsOf(services.storage, subject)))).flat()
  const names = new Map(
    await Promise.all(subjects.map(async (subject) => [subject, await nameOfUser(page, subject)] as const)),
  )
  await show(page, 200, SessionList, {
    endHref: withParameters(href('/sessions/end'), { user: user === '' ? undefined : user }),
    user: user === '' ? '' : (names.get(subjects[0] ?? '') ?? user),
    rows: sessions.map((session) => rowOf(session, names.get(session.subject) ?? session.subject)),
    nextHref:
      user === '' && subjects.length === SUBJECTS
        ? withParameters(href('/sessions'), { after: subjects.at(-1) })
        : undefined,
  })
}

function rowOf(
  { uid, subject, about, lastSeenAt, clients }: BrowserSession,
  user: string,
): Parameters<typeof SessionList>[0]['rows'][number] {
  return {
    uid,
    subject,
    user,
    device: deviceName(about.userAgent),
    address: about.address,
    startedAt: new Date(about.startedAt),
    seenAt: new Date(lastSeenAt),
    apps: clients.map(({ clientId }) => clientId),
  }
}
