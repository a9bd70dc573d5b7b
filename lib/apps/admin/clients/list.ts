import { ATTENTION_REASONS, type ClientAttention } from '../../../../policies/attention.ts'
import { isListed } from '../../../../policies/launcher.ts'
import { everyClient } from '../../../domain/clients/client-pages.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import {
  CLIENT_ORDERS,
  type ClientFilter,
  type ClientOrder,
  searchClients,
} from '../../../domain/clients/client-search.ts'
import { clientHealth } from '../../../domain/metrics/client-health.ts'
import { daysOf } from '../../../domain/metrics/client-use-record.ts'
import { pageStart } from '../../../domain/page-start.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { dateOf } from '../../first-party/page.ts'
import { type Columns, sendTable } from '../shell/download.ts'
import { show } from '../shell/show.ts'
import { ClientList, type ClientListProps, type ClientRow } from './list-view.tsx'
import type { ClientsRequest } from './services.ts'
import { headOf } from './subject.ts'

const PAGE = 25
/** Maximum number of pages to step back through. Beyond that, the back link leads to the first page. */
const TRAIL_MAX = 30
const ID = /^[a-z0-9-]{3,63}$/

export async function listPage(page: ClientsRequest): Promise<void> {
  const asked = (name: string): string => page.query.get(name)?.trim().slice(0, 200) ?? ''
  const filter = {
    q: asked('q'),
    type: oneOf(asked('type'), ['public', 'confidential', 'gate']),
    env: oneOf(asked('env'), ['development', 'live']),
    status: oneOf(asked('status'), ['active', 'disabled']),
    sort: oneOf(asked('sort'), CLIENT_ORDERS),
  }
  const attention = ATTENTION_REASONS.find((reason) => reason === asked('attention'))
  if (attention !== undefined) return listOfAttention(page, attention, filter)
  const hrefOf = (more: Readonly<Record<string, string>>): string => {
    const query = new URLSearchParams(Object.entries({ ...filter, ...more }).filter(([, value]) => value !== ''))
    return `${page.href('/clients')}${query.size === 0 ? '' : `?${query}`}`
  }
  const wanted: ClientFilter = {
    ...(filter.q === '' ? {} : { text: filter.q }),
    ...(filter.type === '' ? {} : { type: filter.type }),
    ...(filter.env === '' ? {} : { environment: filter.env }),
    ...(filter.status === '' ? {} : { status: filter.status }),
  }
  const trail = (page.query.get('cursor') ?? '')
    .split(',')
    .filter((id) => ID.test(id))
    .slice(-TRAIL_MAX)
  const found = await searchClients(
    page.services.clients,
    wanted,
    filter.sort === '' ? 'id' : filter.sort,
    trail.at(-1),
    PAGE,
  )
  const shown =
    found.reach === 'all'
      ? wholeList(found.clients, page.query.get('cursor'), (cursor) => hrefOf({ cursor }))
      : {
          clients: found.clients,
          scanned: found.scanned,
          previousHref: trail.length === 0 ? undefined : hrefOf({ cursor: trail.slice(0, -1).join(',') }),
          nextHref:
            found.next === undefined
              ? undefined
              : hrefOf({ cursor: [...trail, found.next].slice(-TRAIL_MAX).join(',') }),
        }
  const { clients, ...pager } = shown
  await show(page, 200, ClientList, {
    ...pager,
    filter,
    total: found.total,
    rows: await Promise.all(clients.map((client) => rowOf(page, client))),
    sorts: found.reach === 'all' ? sortsOf(filter.sort, (sort) => hrefOf({ sort })) : undefined,
  })
}

/** Lists the clients that need attention for this reason, selected by the same rule as on the overview. */
async function listOfAttention(
  page: ClientsRequest,
  reason: ClientAttention,
  filter: ClientListProps['filter'],
): Promise<void> {
  const { metrics, clients: registry } = page.services
  const counts = await metrics.overview.read()
  const { count = 0, clientIds: ids = [] } = counts?.attention.find((counted) => counted.reason === reason) ?? {}
  const { clients: shown, ...pager } = wholeList(ids, page.query.get('cursor'), (cursor) =>
    withParameters(page.href('/clients'), { attention: reason, cursor: cursor === '' ? undefined : cursor }),
  )
  const found = await Promise.all(shown.map((id) => registry.find(id)))
  await show(page, 200, ClientList, {
    ...pager,
    filter,
    attention: { reason, count, more: count - ids.length },
    total: counts?.clients ?? 0,
    rows: await Promise.all(found.filter((client) => client !== undefined).map((client) => rowOf(page, client))),
  })
}

type Shown<Item> = Pick<ClientListProps, 'range' | 'scanned' | 'previousHref' | 'nextHref'> & {
  readonly clients: readonly Item[]
}

/** All clients are loaded, so the cursor is an index into the list. */
function wholeList<Item>(
  clients: readonly Item[],
  cursor: string | null,
  hrefOf: (cursor: string) => string,
): Shown<Item> {
  const from = pageStart(cursor, clients.length, PAGE)
  const part = clients.slice(from, from + PAGE)
  return {
    clients: part,
    range: part.length === 0 ? undefined : { from: from + 1, to: from + part.length, total: clients.length },
    previousHref: from === 0 ? undefined : hrefOf(from <= PAGE ? '' : String(from - PAGE)),
    nextHref: from + PAGE < clients.length ? hrefOf(String(from + PAGE)) : undefined,
  }
}

function sortsOf(now: ClientOrder | '', hrefOf: (sort: string) => string): ClientListProps['sorts'] {
  const order = now === 'name' ? 'ascending' : now === '-name' ? 'descending' : undefined
  return { name: { href: hrefOf(now === 'name' ? '-name' : 'name'), now: order } }
}

async function rowOf({ services }: ClientsRequest, client: Client): Promise<ClientRow> {
  const use = await services.metrics.uses.read(client)
  const health = clientHealth(use, services.now())
  return {
    ...headOf(client),
    days: daysOf(use, services.now()).map(({ signIns }) => signIns),
    success: health.success,
    failing: health.failing !== undefined,
    owner: client.ownerEmail,
    lastSignInAt: dateOf(use.signedInAt),
    secretCreatedAt: dateOf(client.secretCreatedAt),
  }
}

function oneOf<Word extends string>(text: string, words: readonly Word[]): Word | '' {
  return words.find((word) => word === text) ?? ''
}

const COLUMNS: Columns<Client> = {
  client_id: ({ clientId }) => clientId,
  client_name: ({ clientName }) => clientName,
  client_type: ({ type }) => type,
  environment: ({ environment }) => environment,
  status: ({ status }) => status,
  owner_email: ({ ownerEmail }) => ownerEmail,
  redirect_uris: ({ redirectUris }) => redirectUris,
  post_logout_redirect_uris: ({ postLogoutRedirectUris }) => postLogoutRedirectUris,
  backchannel_logout_uri: ({ backchannelLogoutUri }) => backchannelLogoutUri,
  frontchannel_logout_uri: ({ frontchannelLogoutUri }) => frontchannelLogoutUri,
  frontchannel_logout_session_required: ({ frontchannelLogoutSessionRequired: usesSid }) => usesSid === true,
  scopes: ({ scopes }) => scopes,
  consent: ({ consent }) => consent,
  id_token_claims: ({ idTokenClaims }) => idTokenClaims,
  listed: (client) => isListed(client),
  access_roles: ({ access }) => access?.roles,
  gate_url: ({ gate }) => gate?.url,
  backend_addresses: ({ backend }) => backend?.addresses,
  backend_per_minute: ({ backend }) => backend?.perMinute,
  source: ({ source }) => source,
  created_at: ({ createdAt }) => new Date(createdAt).toISOString(),
  changed_at: ({ changedAt }) => new Date(changedAt).toISOString(),
}

/** GET /clients.csv: all clients, without any part of their secrets. */
export const exportClients = ({ services, context }: ClientsRequest): Promise<void> =>
  sendTable(context, 'clients', 'csv', COLUMNS, everyClient(services.clients))
