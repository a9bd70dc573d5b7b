import { openRoles } from '../../../../policies/app-access.ts'
import { endIn, endOf } from '../../../../policies/end-dates.ts'
import { isRoleName } from '../../../../policies/roles.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import { endWords } from '../../../web/ui/components/last-day.tsx'
import { isolate } from '../../../web/ui/texts/format/words.ts'
import { formAt, redirectWithFlash, viewOf } from '../../first-party/page.ts'
import { clientPath, namesOf } from '../shell/names.ts'
import { actorOf, nameOfUser, show } from '../shell/show.ts'
import { typedEnd } from '../shell/typed-end.ts'
import { ClientRequest, type PendingRequest } from './requests-view.tsx'
import type { ClientsRequest } from './services.ts'
import { headOf } from './subject.ts'

const DAY_MS = 86_400_000
/** Days of access that the form suggests. */
const SUGGESTED_DAYS = 30

const pathOf = ({ clientId }: Client, id: string): string => `${clientPath(clientId, 'requests')}/${id}`

/** The pending requests, for the access tab. */
export async function requestsOf(page: ClientsRequest, client: Client): Promise<readonly PendingRequest[]> {
  const list = (await page.services.access.requests?.list(client.clientId)) ?? []
  const names = await namesOf(
    page,
    list.map(({ sub }) => sub),
    [],
  )
  return list.map(({ id, sub, at }) => ({ who: names.who(sub), at: new Date(at), href: page.href(pathOf(client, id)) }))
}

/** GET /clients/:id/requests/:request: who asks, why, and the form that grants the access until a day. */
export const requestPage = (page: ClientsRequest, client: Client): Promise<void> => showRequest(page, client, 200)

async function showRequest(page: ClientsRequest, client: Client, status: number, wrong?: string): Promise<void> {
  const found = await requestIn(page, client)
  if (found === undefined) return gone(page, client)
  const { now } = viewOf(page)
  const names = await namesOf(page, [found.sub], [])
  const roles = rolesOf(page, client)
  await show(page, status, ClientRequest, {
    client: headOf(client),
    who: names.who(found.sub),
    reason: found.reason,
    at: new Date(found.at),
    roles,
    until: wrong ?? new Date(now.getTime() + SUGGESTED_DAYS * DAY_MS).toISOString().slice(0, 10),
    wrong: wrong !== undefined,
    form: formAt(page, pathOf(client, found.id), roles.length === 1 ? { role: roles.join() } : {}),
  })
}

/** The roles that open the app now and that Portico can give. */
const rolesOf = (page: ClientsRequest, { access }: Client): readonly string[] =>
  (openRoles(access, viewOf(page).now.getTime()) ?? []).filter(isRoleName)

async function requestIn({ services, parameters }: ClientsRequest, { clientId }: Client) {
  const list = await services.access.requests?.list(clientId)
  return list?.find(({ id }) => id === parameters.request)
}

const gone = (page: ClientsRequest, { clientId }: Client): Promise<void> =>
  redirectWithFlash(page, clientPath(clientId, 'scopes'), 'info', viewOf(page).t.client.requests.gone)

/** Whether the user has been given the role meanwhile, at least until then. It must not end earlier. */
async function holdsUntil({ services }: ClientsRequest, sub: string, role: string, until: string): Promise<boolean> {
  const { user, account } = (await services.managedUsers?.read(sub)) ?? {}
  const end = endOf(account?.roleEnds, role)
  return user?.roles?.includes(role) === true && (end === undefined || Number(endIn(end)) >= Number(endIn(until)))
}

/** POST: gives the user a role of the access rule until the end of a day, or declines. */
export async function answerRequest(page: ClientsRequest, client: Client): Promise<void> {
  const { access, managedUsers } = page.services
  const { requests } = access
  const found = await requestIn(page, client)
  if (found === undefined || requests === undefined || managedUsers === undefined) return gone(page, client)
  const view = viewOf(page)
  const { t } = view
  const back = clientPath(client.clientId, 'scopes')
  const user = isolate(await nameOfUser(page, found.sub))
  if (page.form.get('act') === 'decline') {
    if ((await requests.end(client, found.id, actorOf(page))) === 'gone') return gone(page, client)
    return redirectWithFlash(page, back, 'ok', t.client.requests.declined({ user }))
  }
  const until = typedEnd(page.form)
  if (!((endIn(until) ?? 0) > view.now.getTime())) return showRequest(page, client, 422, until.slice(0, 40))
  const role = rolesOf(page, client).find((one) => one === page.form.get('role'))
  // The access rule has changed since the form was shown.
  if (role === undefined) return redirectWithFlash(page, pathOf(client, found.id), 'danger', t.client.conflict.title)
  const outcome = (await holdsUntil(page, found.sub, role, until))
    ? 'unchanged'
    : (await managedUsers.operations(actorOf(page)).giveRole(found.sub, role, until)).outcome
  const refused: Readonly<Partial<Record<string, string>>> = { ...t.users.acts.refused, missing: t.users.missing }
  if (outcome !== 'done' && outcome !== 'unchanged')
    return redirectWithFlash(page, back, 'danger', refused[outcome] ?? t.hostUsers.refused)
  // If another administrator has declined it meanwhile, the user has the role all the same.
  await requests.end(client, found.id, actorOf(page), until)
  const date = endWords(view, until)
  await redirectWithFlash(page, back, 'ok', t.client.requests.granted({ user, date }))
}
