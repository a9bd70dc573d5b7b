import { pageStart } from '../../../domain/page-start.ts'
import { type BrowserSession, sessionsOf } from '../../../domain/sessions/session-registry.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { deviceName, type Names, namesOf } from '../shell/names.ts'
import { show } from '../shell/show.ts'
import { usersCalled } from './search-hits.ts'
import type { OperationsRequest } from './services.ts'
import { SessionList, type SessionRow } from './sessions-view.tsx'

const ROWS = 25
/** Number of users per page. Their sessions are read in order of subject. */
const SUBJECTS = 25
/** If there are at most this many users, all sessions are read and sorted by last use. */
const ORDERED_MAX = 200
/** Maximum number of pages without sessions to skip in one request. */
const PASSED_OVER = 4

/** GET /sessions?user=&q=&after=&page=: sessions of one user, of matching users, or of all users. */
export async function showSessions(page: OperationsRequest): Promise<void> {
  const { query, href } = page
  const user = (query.get('user') ?? '').trim()
  const text = (query.get('q') ?? '').trim().slice(0, 200)
  const found = await (user !== '' ? ofUser(page, user) : text !== '' ? ofCalled(page, text) : ofAllUsers(page))
  const names = await namesOf(
    page,
    found.sessions.map(({ subject }) => subject),
    found.sessions.flatMap(({ clients }) => clients.map(({ clientId }) => clientId)),
  )
  await show(page, 200, SessionList, {
    endHref: withParameters(href('/sessions/end'), { user: user === '' ? undefined : user }),
    text,
    first: found.first,
    of: user === '' ? undefined : { subject: found.subject ?? user, name: names.who(found.subject ?? user).name },
    order: found.order,
    rows: found.sessions.map((session) => rowOf(session, names)),
    previousHref: found.previousHref,
    nextHref: found.nextHref,
  })
}

interface Found {
  readonly sessions: readonly BrowserSession[]
  readonly order: 'last-seen' | 'account'
  /** The user's subject, if the list is limited to one user. */
  readonly subject?: string | undefined
  /** Number of matching users in the list, if more match. */
  readonly first?: number | undefined
  readonly previousHref?: string | undefined
  readonly nextHref?: string | undefined
}

async function ofUser(page: OperationsRequest, user: string): Promise<Found> {
  const subject = (await page.services.embedded?.accountByUsername(user))?.sub ?? user
  return { sessions: await sessionsIn(page, [subject]), order: 'last-seen', subject }
}

/** Sessions of users whose names match the search text. */
async function ofCalled(page: OperationsRequest, text: string): Promise<Found> {
  const { users, isCut } = await usersCalled(page, text, SUBJECTS)
  // If no user matches, try the text as a subject, because a user removed from the directory may still have sessions.
  const subjects = users.length === 0 ? [text] : users.map(({ sub }) => sub)
  const first = isCut ? users.length : undefined
  return { sessions: await sessionsIn(page, subjects), order: 'last-seen', first }
}

async function ofAllUsers(page: OperationsRequest): Promise<Found> {
  const { query, href, services } = page
  const after = query.get('after') ?? undefined
  const all = after === undefined ? await services.storage.sessions.subjects(undefined, ORDERED_MAX + 1) : []
  if (after === undefined && all.length <= ORDERED_MAX) {
    const sessions = await sessionsIn(page, all)
    const from = pageStart((Number(query.get('page') ?? 1) - 1) * ROWS, sessions.length, ROWS)
    const at = (other: number): string => withParameters(href('/sessions'), { page: String(other / ROWS + 1) })
    return {
      sessions: sessions.slice(from, from + ROWS),
      order: 'last-seen',
      previousHref: from > 0 ? at(from - ROWS) : undefined,
      nextHref: from + ROWS < sessions.length ? at(from + ROWS) : undefined,
    }
  }
  let from = after
  for (let looks = 0; ; looks += 1) {
    const subjects = await services.storage.sessions.subjects(from, SUBJECTS)
    const sessions = await sessionsIn(page, subjects)
    const more = subjects.length === SUBJECTS
    from = subjects.at(-1)
    // An empty page with a next link would look like the end of the list.
    if (sessions.length > 0 || !more || looks === PASSED_OVER)
      return {
        sessions,
        order: 'account',
        nextHref: more ? withParameters(href('/sessions'), { after: from }) : undefined,
      }
  }
}

async function sessionsIn(
  { services }: OperationsRequest,
  subjects: readonly string[],
): Promise<readonly BrowserSession[]> {
  const sessions = (await Promise.all(subjects.map((subject) => sessionsOf(services.storage, subject)))).flat()
  return sessions.toSorted((a, b) => b.lastSeenAt - a.lastSeenAt)
}

function rowOf({ uid, subject, about, lastSeenAt, clients }: BrowserSession, names: Names): SessionRow {
  return {
    uid,
    subject,
    who: names.who(subject),
    device: deviceName(about.userAgent),
    address: about.address,
    startedAt: new Date(about.startedAt),
    seenAt: new Date(lastSeenAt),
    apps: clients.map(({ clientId }) => names.app(clientId)),
  }
}
