import { sessionsOf } from '../../../domain/sessions/session-registry.ts'
import { sessionOfSid } from '../../../domain/sessions/sid.ts'
import { readFamily } from '../../../domain/tokens/family-record.ts'
import { parseAccessTokenId } from '../../../domain/tokens/mint.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { redirect } from '../../../web/http/responses.ts'
import { show } from '../shell/show.ts'
import {
  clientsLike,
  type Hits,
  isLikeRequestId,
  requestsLike,
  requestsNear,
  userHit,
  usersLike,
} from './search-hits.ts'
import { clientsWithPages, pagesLike, settingsLike } from './search-pages.ts'
import { Search, type SearchGroup, Suggestions } from './search-view.tsx'
import type { OperationsRequest } from './services.ts'

/** Maximum number of results of each kind on the search page. */
const SHOWN = 10
/** Maximum number of suggestions, in total and of each kind. */
const SUGGESTED = 8
const SUGGESTED_OF_A_KIND = 4
/** Minimum number of characters for suggestions. A single character would match almost everything. */
const SUGGESTED_FROM = 2

/** GET /search?q=: redirects if there is only one exact match or only one result; otherwise lists results by kind. */
export async function searchPage(page: OperationsRequest): Promise<void> {
  const query = asked(page)
  if (isTokenLike(query)) return redirect(page.context, page.href(page.mayChange ? '/inspect' : '/search'))
  if (query === '') return show(page, 200, Search, { query, groups: [] })
  const [users, requests, ...others] = await Promise.all([
    usersLike(page, query, SHOWN),
    requestsLike(page, query, 'whole'),
    ...(page.mayLook ? [clientsLike(page, query, SHOWN), sessionsCalled(page, query)] : []),
  ])
  const rest = page.mayLook ? [pagesLike(page, query), settingsLike(page, query, SHOWN)] : []
  const found = [users, ...others, requests, ...rest]
  const exact = found.flatMap((one) => one.exact)
  const all = found.flatMap((one) => [...one.exact, ...one.near])
  const only = exact.length === 1 ? exact[0] : all.length === 1 ? all[0] : undefined
  if (only !== undefined) return redirect(page.context, only.href)
  const isRequest = isLikeRequestId(query) && requests.near.length === 0
  await show(page, 200, Search, {
    query,
    groups: groupsOf(found),
    near: isRequest ? await requestsNear(page, query) : undefined,
    olderHref: found.find(({ olderHref }) => olderHref !== undefined)?.olderHref,
  })
}

/** GET /search/suggest?q=: suggestions while the user types, as markup. */
export async function suggest(page: OperationsRequest): Promise<void> {
  const { services, context } = page
  const query = asked(page)
  const found =
    query.length < SUGGESTED_FROM
      ? []
      : await Promise.all([
          usersLike(page, query, SUGGESTED_OF_A_KIND),
          ...(page.mayLook ? [clientsWithPages(page, query, SUGGESTED_OF_A_KIND)] : []),
          requestsLike(page, query, 'typing'),
          ...(page.mayLook ? [pagesLike(page, query), settingsLike(page, query, SUGGESTED_OF_A_KIND)] : []),
        ])
  const all = [...found.flatMap(({ exact }) => exact), ...found.flatMap(({ near }) => near)]
  const isMore = all.length > SUGGESTED || found.some(({ allHref, first }) => (allHref ?? first) !== undefined)
  services.pages.showPart(context, Suggestions, {
    hits: all.slice(0, isMore ? SUGGESTED - 1 : SUGGESTED),
    allHref: isMore ? page.href(withParameters('/search', { q: query })) : undefined,
  })
}

/** A token or a secret, which must not be shown or searched for, because it is in a URL already. As in search.js. */
const isTokenLike = (query: string): boolean => /^(?:[\w-]{43,}|eyJ[\w-]{7,}\.\S*)$/.test(query)

const asked = ({ query }: OperationsRequest): string => (query.get('q') ?? '').trim().slice(0, 200)

function groupsOf(found: readonly Hits[]): readonly SearchGroup[] {
  return found.flatMap(({ exact, near, allHref, first }) => {
    const hits = [...exact, ...near]
    return hits[0] === undefined ? [] : [{ kind: hits[0].kind, hits, allHref, first }]
  })
}

const SID = /^[A-Za-z0-9_-]{8,64}\.[A-Za-z0-9_-]{8}$/
/** Sessions have no index by sid, so the search reads the sessions of at most this many users. */
const USERS_MAX = 500
const STEP = 100

/** Finds a session by its sid, or by the jti of an access token issued in that session. */
export async function sessionsCalled(page: OperationsRequest, query: string): Promise<Hits> {
  const { storage, users } = page.services
  const token = parseAccessTokenId(query)
  const record = token === undefined ? undefined : await storage.families.read(token.familyId)
  const subject = record === undefined ? await subjectOf(page, query) : readFamily(record).subject
  if (subject === 'not-searched')
    return { exact: [], near: [], olderHref: page.href(withParameters('/activity', { sid: query })) }
  if (subject === undefined) return { exact: [], near: [] }
  const user = (await users.find(subject).catch(() => undefined)) ?? { sub: subject }
  return { exact: [userHit(page, user, 'sessions')], near: [] }
}

/** `not-searched`: there are more users with sessions than were read. */
async function subjectOf({ services: { storage } }: OperationsRequest, sid: string): Promise<string | undefined> {
  if (!SID.test(sid)) return undefined
  const uid = sessionOfSid(sid)
  let after: string | undefined
  for (let looked = 0; looked < USERS_MAX; looked += STEP) {
    const subjects = await storage.sessions.subjects(after, STEP)
    const sessions = await Promise.all(subjects.map((subject) => sessionsOf(storage, subject)))
    const found = sessions.map((list) => list.some((session) => session.uid === uid))
    const index = found.indexOf(true)
    if (index !== -1) return subjects[index]
    if (subjects.length < STEP) return undefined
    after = subjects.at(-1)
  }
  return 'not-searched'
}
