/** Whom and what somebody means who types into the filter of the activity: names become identifiers. */
import { isIP } from 'node:net'
import { requestIdsMeant } from '../../../../policies/request-id.ts'
import { displayName } from '../../../domain/accounts/display-name.ts'
import type { AuditSubjects } from '../../../domain/audit/audit-filter.ts'
import { searchClients } from '../../../domain/clients/client-search.ts'
import { usersCalled } from './search-hits.ts'
import type { OperationsRequest } from './services.ts'

/** So many users and so many clients with such a name are looked for; of more, the first. */
const NAMES_MAX = 50
const REQUESTS_MAX = 8
/** Two groups and more of an address, up to a dot or colon. */
const PART_OF_ADDRESS = /^(?:\d{1,3}\.){1,3}$|^(?:[0-9a-f]{1,4}:){2,7}$/i

export interface Meant {
  readonly about: AuditSubjects
  /** Users and clients that are called so. */
  readonly named: readonly { readonly kind: 'user' | 'client'; readonly id: string; readonly name: string }[]
}

/** Undefined: nobody and nothing is called so, and it is neither an address nor the id of a request. */
export async function meantBy(page: OperationsRequest, text: string): Promise<Meant | undefined> {
  const [users, clients, explained] = await Promise.all([
    usersNamed(page, text),
    clientsCalled(page, text),
    page.services.explanations.beginningWith(text, REQUESTS_MAX),
  ])
  const requests = [...new Set([...requestIdsMeant(text), ...explained.map(({ requestId }) => requestId)])]
  const address = isIP(text) !== 0 || PART_OF_ADDRESS.test(text) ? text : undefined
  const named = [...users, ...clients]
  if (named.length === 0 && requests.length === 0 && address === undefined) return undefined
  const idsOf = (kind: 'user' | 'client'): readonly string[] =>
    named.filter((one) => one.kind === kind).map(({ id }) => id)
  return { about: { users: idsOf('user'), clients: idsOf('client'), requests, address }, named }
}

async function usersNamed(page: OperationsRequest, text: string): Promise<Meant['named']> {
  const users = await usersCalled(page, text, NAMES_MAX)
  return users.map((user) => ({ kind: 'user', id: user.sub, name: displayName(user) }))
}

async function clientsCalled({ services }: OperationsRequest, text: string): Promise<Meant['named']> {
  const { clients } = await searchClients(services.clients, { text }, 'name', undefined, NAMES_MAX)
  return clients
    .slice(0, NAMES_MAX)
    .map(({ clientId, clientName }) => ({ kind: 'client', id: clientId, name: clientName }))
}
