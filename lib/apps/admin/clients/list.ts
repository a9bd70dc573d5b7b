import type { Client } from '../../../domain/clients/client-record.ts'
import {
  CLIENT_ORDERS,
  type ClientFilter,
  type ClientOrder,
  searchClients,
} from '../../../domain/clients/client-search.ts'
import { clientHealth } from '../../../domain/metrics/client-health.ts'
import { daysOf } from '../../../domain/metrics/client-use-record.ts'
import { show } from '../shell/show.ts'
import { ClientList, type ClientListProps, type ClientRow } from './list-view.tsx'
import type { ClientsRequest } from './services.ts'
import { dateOf, headOf } from './subject.ts'

const PAGE = 25
/** Pages that can be gone back one by one; further back it is the first page again. */
const TRAIL_MAX = 30
const ID = /^[a-z0-9-]{3,63}$/

/** GET /clients?q=&type=&env=&status=&sort=&cursor= */
export async function listPage(page: ClientsRequest): Promise<void> {
  const asked = (name: string): string => page.query.get(name)?.trim().slice(0, 200) ?? ''
  const filter = {
    q: asked('q'),
    type: oneOf(asked('type'), ['public', 'confidential']),
    env: oneOf(asked('env'), ['development', 'live']),
    status: oneOf(asked('status'), ['active', 'disabled']),
    sort: oneOf(asked('sort'), CLIENT_ORDERS),
  }
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
      ? wholeList(found.clients, Number(page.query.get('cursor')), (cursor) => hrefOf({ cursor }))
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

type Shown = Pick<ClientListProps, 'range' | 'scanned' | 'previousHref' | 'nextHref'> & {
  readonly clients: readonly Client[]
}

/** All clients are known: the cursor is a number. */
function wholeList(clients: readonly Client[], cursor: number, hrefOf: (cursor: string) => string): Shown {
  const from = Number.isSafeInteger(cursor) && cursor > 0 && cursor < clients.length ? cursor : 0
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
  const use = await services.uses.read(client)
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
