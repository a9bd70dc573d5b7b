/** Users and clients by name, looked up once for all rows of a page. */
import { displayName } from '../../../domain/accounts/display-name.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import type { AppView, WhoView } from '../../../web/ui/components/apps.tsx'
import { viewOf } from '../../first-party/page.ts'
import { clientPath, userPath } from '../shell/addresses.ts'
import type { OperationsRequest } from './services.ts'

export interface Names {
  /** A user, or the word that stands for a machine. What is gone keeps its identifier for a name. */
  who(sub: string): WhoView
  app(clientId: string): AppView
}

/** @param subs as many as a page has rows; machines among them cost nothing */
export async function namesOf(
  page: OperationsRequest,
  subs: readonly (string | undefined)[],
  clientIds: readonly (string | undefined)[],
): Promise<Names> {
  const { machines } = viewOf(page).t.panel
  const wordFor = (sub: string): string | undefined =>
    Object.hasOwn(machines, sub) ? machines[sub as keyof typeof machines] : undefined
  const once = (ids: readonly (string | undefined)[]): readonly string[] => [
    ...new Set(ids.filter((id) => id !== undefined)),
  ]
  const [users, clients] = await Promise.all([
    Promise.all(
      once(subs)
        .filter((sub) => wordFor(sub) === undefined)
        .map(async (sub) => [sub, await userView(page, sub)] as const),
    ),
    Promise.all(once(clientIds).map(async (id) => [id, await clientView(page, id)] as const)),
  ])
  const [userViews, clientViews] = [new Map(users), new Map(clients)]
  return {
    who: (sub) => userViews.get(sub) ?? { name: wordFor(sub) ?? sub },
    app: (clientId) => clientViews.get(clientId) ?? { name: clientId },
  }
}

async function userView({ services, href }: OperationsRequest, sub: string): Promise<WhoView> {
  // Who is suspended is nobody to a sign-in, and has a name here. A directory that is away costs the page a name, not the page.
  const { managedUsers, users } = services
  const found = managedUsers === undefined ? users.find(sub) : managedUsers.read(sub).then((managed) => managed?.user)
  const user = await found.catch(() => undefined)
  if (user === undefined) return { name: sub }
  const title = user.preferred_username ?? user.email ?? sub
  return { name: displayName(user), title, href: managedUsers && href(userPath(sub)) }
}

async function clientView(page: OperationsRequest, clientId: string): Promise<AppView> {
  return appView(page, clientId, await page.services.clients.find(clientId))
}

/** @param client undefined where it was removed */
export function appView({ href }: OperationsRequest, clientId: string, client: Client | undefined): AppView {
  return client === undefined
    ? { name: clientId }
    : { name: client.clientName, title: clientId, href: href(clientPath(clientId, 'overview')) }
}
