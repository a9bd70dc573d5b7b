import { requestIdsMeant } from '../../../../policies/request-id.ts'
import { displayName } from '../../../domain/accounts/display-name.ts'
import type { User } from '../../../domain/accounts/user-directory.ts'
import { searchClients } from '../../../domain/clients/client-search.ts'
import { sessionsOf } from '../../../domain/sessions/session-registry.ts'
import { sessionOfSid } from '../../../domain/sessions/sid.ts'
import { readFamily } from '../../../domain/tokens/family-record.ts'
import { parseAccessTokenId } from '../../../domain/tokens/mint.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { redirect } from '../../../web/http/responses.ts'
import { clientPath, userPath } from '../shell/addresses.ts'
import { show } from '../shell/show.ts'
import { Search, type SearchHit } from './search-view.tsx'
import type { OperationsRequest } from './services.ts'

const CLIENTS_MAX = 10
const SID = /^[A-Za-z0-9_-]{8,64}\.[A-Za-z0-9_-]{8}$/
/** Sessions have no look-up by their id; those of this many users are looked through. */
const USERS_MAX = 500
const STEP = 100

/** GET /search?q=: whatever has exactly this name is shown at once; otherwise what comes near. */
export async function searchPage(page: OperationsRequest): Promise<void> {
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

async function clientCalled({ services, href }: OperationsRequest, query: string): Promise<readonly SearchHit[]> {
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

async function clientsLike({ services, href }: OperationsRequest, text: string): Promise<readonly SearchHit[]> {
  const { clients } = await searchClients(services.clients, { text }, 'id', undefined, CLIENTS_MAX)
  return clients.slice(0, CLIENTS_MAX).map(({ clientId, clientName }) => ({
    kind: 'clients',
    label: clientName,
    detail: clientId,
    href: href(clientPath(clientId, 'overview')),
  }))
}

async function userCalled(page: OperationsRequest, query: string): Promise<readonly SearchHit[]> {
  const { embedded, users } = page.services
  const account = await embedded?.accountByUsername(query)
  const user =
    account === undefined ? await users.find(query).catch(() => undefined) : { ...account.person, sub: account.sub }
  return user === undefined ? [] : [userHit(page, user, 'users')]
}

async function requestCalled({ services, href }: OperationsRequest, query: string): Promise<readonly SearchHit[]> {
  const explained = await services.explanations.find(query)
  if (explained !== undefined) {
    const { requestId, at } = explained
    return [{ kind: 'requests', label: requestId, at: new Date(at), href: href(`/explain/${requestId}`) }]
  }
  for (const requestId of requestIdsMeant(query)) {
    const {
      entries: [entry],
    } = await services.audit.list({ requestId }, undefined, 1)
    if (entry === undefined) continue
    const address = href(withParameters('/activity', { request_id: requestId }))
    return [{ kind: 'requests', label: requestId, at: new Date(entry.at), href: address }]
  }
  return []
}

/** A session by its sid, or by the jti of an access token that was issued in it. */
async function sessionCalled(page: OperationsRequest, query: string): Promise<readonly SearchHit[]> {
  const { storage, users } = page.services
  const token = parseAccessTokenId(query)
  const record = token === undefined ? undefined : await storage.families.read(token.familyId)
  const subject = record === undefined ? await subjectOf(page, query) : readFamily(record).subject
  if (subject === undefined) return []
  return [userHit(page, (await users.find(subject).catch(() => undefined)) ?? { sub: subject }, 'sessions')]
}

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
  return undefined
}

/** A user is shown on their own page where there is one; a session, among the others of its user. */
function userHit({ href, services }: OperationsRequest, user: User, kind: 'users' | 'sessions'): SearchHit {
  return {
    kind,
    label: displayName(user),
    detail: user.sub,
    href: href(
      kind === 'users' && services.embedded !== undefined
        ? userPath(user.sub)
        : withParameters('/sessions', { user: user.sub }),
    ),
  }
}
