import type { User } from '../../../domain/accounts/user-directory.ts'
import { searchClients } from '../../../domain/clients/client-search.ts'
import { sessionsOf } from '../../../domain/sessions/session-registry.ts'
import { sessionOfSid } from '../../../domain/sessions/sid.ts'
import { readFamily } from '../../../domain/tokens/family-record.ts'
import { parseAccessTokenId } from '../../../domain/tokens/mint.ts'
import { redirect } from '../../../web/http/responses.ts'
import { clientPath } from '../clients/subject.ts'
import type { PanelPage, PanelRequest } from '../panel.ts'
import { show } from '../shell/show.ts'
import { Search, type SearchHit } from './search-view.tsx'

const CLIENTS_MAX = 10
const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/
const SID = /^[A-Za-z0-9_-]{8,64}\.[A-Za-z0-9_-]{8}$/
/** Sessions have no look-up by their id; this many people's are looked through. */
const PEOPLE_MAX = 500
const STEP = 100

export const SEARCH_PAGES: readonly PanelPage[] = [{ method: 'GET', path: '/search', answer: searchPage }]

/** GET /search?q=: whatever has exactly this name is shown at once; otherwise what comes near. */
async function searchPage(page: PanelRequest): Promise<void> {
  const query = (page.query.get('q') ?? '').trim().slice(0, 200)
  if (query === '') return show(page, 200, Search, { query, hits: [] })
  const exact = (
    await Promise.all([
      clientCalled(page, query),
      userCalled(page, query),
      requestCalled(page, query),
      sessionCalled(page, query),
    ])
  ).flat()
  const [only] = exact
  if (exact.length === 1 && only !== undefined) return redirect(page.context, only.href)
  const near = await clientsLike(page, query)
  const hits = [...exact, ...near.filter(({ href }) => !exact.some((hit) => hit.href === href))]
  await show(page, 200, Search, { query, hits })
}

async function clientCalled({ services, href }: PanelRequest, query: string): Promise<readonly SearchHit[]> {
  const client = await services.clients.find(query)
  return client === undefined
    ? []
    : [
        {
          kind: 'clients',
          label: client.clientName,
          detail: client.clientId,
          href: href(clientPath(client.clientId, 'overview')),
        },
      ]
}

async function clientsLike({ services, href }: PanelRequest, text: string): Promise<readonly SearchHit[]> {
  const { clients } = await searchClients(services.clients, { text }, 'id', undefined, CLIENTS_MAX)
  return clients.slice(0, CLIENTS_MAX).map(({ clientId, clientName }) => ({
    kind: 'clients',
    label: clientName,
    detail: clientId,
    href: href(clientPath(clientId, 'overview')),
  }))
}

async function userCalled(page: PanelRequest, query: string): Promise<readonly SearchHit[]> {
  const { embedded, users } = page.services
  const account = await embedded?.accountByUsername(query)
  const person =
    account === undefined ? await users.find(query).catch(() => undefined) : { ...account.person, sub: account.sub }
  return person === undefined ? [] : [userHit(page, person, 'users')]
}

async function requestCalled({ services, href }: PanelRequest, query: string): Promise<readonly SearchHit[]> {
  if (!REQUEST_ID.test(query)) return []
  const explained = await services.explanations.find(query)
  if (explained !== undefined) {
    return [{ kind: 'requests', label: query, at: new Date(explained.at), href: href(`/explain/${query}`) }]
  }
  const {
    entries: [entry],
  } = await services.audit.list({ requestId: query }, undefined, 1)
  return entry === undefined
    ? []
    : [
        {
          kind: 'requests',
          label: query,
          at: new Date(entry.at),
          href: href(`/activity?request_id=${encodeURIComponent(query)}`),
        },
      ]
}

/** A session by its sid, or by the jti of an access token that was issued in it. */
async function sessionCalled(page: PanelRequest, query: string): Promise<readonly SearchHit[]> {
  const { storage, users } = page.services
  const token = parseAccessTokenId(query)
  const record = token === undefined ? undefined : await storage.families.read(token.familyId)
  const subject = record === undefined ? await subjectOf(page, query) : readFamily(record).subject
  if (subject === undefined) return []
  return [userHit(page, (await users.find(subject).catch(() => undefined)) ?? { sub: subject }, 'sessions')]
}

async function subjectOf({ services: { storage } }: PanelRequest, sid: string): Promise<string | undefined> {
  if (!SID.test(sid)) return undefined
  const uid = sessionOfSid(sid)
  let after: string | undefined
  for (let looked = 0; looked < PEOPLE_MAX; looked += STEP) {
    const subjects = await storage.sessions.subjects(after, STEP)
    const sessions = await Promise.all(subjects.map((subject) => sessionsOf(storage, subject)))
    const found = sessions.map((list) => list.some((session) => session.uid === uid))
    const index = found.indexOf(true)
    if (index !== -1) return subjects[index]
    if (subjects.length < STEP) return undefined
    after = subjects.at(-1)
  }
  return undefined
}

/** A person is shown on their own page where there is one; a session, among the others of its person. */
function userHit({ href, services }: PanelRequest, person: User, kind: 'users' | 'sessions'): SearchHit {
  const sub = encodeURIComponent(person.sub)
  return {
    kind,
    label: person.name ?? person.preferred_username ?? person.email ?? person.sub,
    detail: person.sub,
    href: href(kind === 'users' && services.embedded !== undefined ? `/users/${sub}` : `/sessions?user=${sub}`),
  }
}
