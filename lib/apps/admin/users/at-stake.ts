import { sessionsOf } from '../../../domain/sessions/session-registry.ts'
import type { AtStakeProps } from './at-stake-view.tsx'
import type { UsersRequest } from './services.ts'

/** What a user is signed in to at this moment. Parts of the service are no apps to its users. */
export async function reachOf({ services }: UsersRequest, sub: string): Promise<AtStakeProps['reach']> {
  const sessions = await sessionsOf(services.storage, sub)
  const ids = new Set(sessions.flatMap(({ clients }) => clients.map(({ clientId }) => clientId)))
  const clients = await Promise.all([...ids].map((id) => services.clients.find(id)))
  return { sessions: sessions.length, apps: clients.filter((client) => client && client.source !== 'service').length }
}
