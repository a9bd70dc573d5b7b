/** Search results: pages of the panel, known apps to connect, and settings. */
import { listSettings } from '../../../config/settings-list.ts'
import { CATALOGUE } from '../../../domain/clients/catalogue/catalogue.ts'
import { matcherOf } from '../../../domain/search-terms.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { isolate } from '../../../web/ui/texts/format/words.ts'
import { viewOf } from '../../first-party/page.ts'
import { sectionsOf } from '../shell/show.ts'
import { clientsLike, type Hits, parted } from './search-hits.ts'
import type { SearchHit } from './search-view.tsx'
import type { OperationsRequest } from './services.ts'

/** Clients. If one stands out, its pages follow it, so that one press opens them. */
export async function clientsWithPages(page: OperationsRequest, query: string, limit: number): Promise<Hits> {
  const hits = await clientsLike(page, query, limit)
  const { exact, near } = hits
  const [client, other] = exact.length > 0 ? exact : near
  if (client === undefined || other !== undefined) return hits
  const { tabs } = viewOf(page).t.client
  const pages = (['scopes', 'security', 'lifecycle'] as const).map((tab) => ({
    ...client,
    detail: tabs[tab],
    href: client.href.replace(/overview$/, tab),
  }))
  return { ...hits, near: exact.length > 0 ? [...pages, ...near] : [client, ...pages] }
}

/** Minimum length of a query for searching descriptions. */
const WORD_MIN = 4
/** Minimum length of a query for known apps. */
const APP_MIN = 3

export function pagesLike(page: OperationsRequest, query: string): Hits {
  const matches = matcherOf(query)
  const pages = pagesOf(page).filter(({ label }) => matches([label]))
  return partedByLabel([...pages, ...knownApps(page, query)], query)
}

/** Known apps whose names begin with the query: the new-client form with that app selected. */
function knownApps(page: OperationsRequest, query: string): readonly SearchHit[] {
  if (!page.mayChange || query.length < APP_MIN) return []
  const { connect } = viewOf(page).t.admin.search
  return Object.entries(CATALOGUE)
    .filter(([, { name }]) => name.toLowerCase().startsWith(query.toLowerCase()))
    .map(([app, { name }]) => ({
      kind: 'pages',
      label: connect({ app: isolate(name) }),
      href: page.href(withParameters('/clients/new', { app })),
    }))
}

export function settingsLike(page: OperationsRequest, query: string, limit: number): Hits {
  const all = settingsWith(page, query.toLowerCase())
  const allHref = all.length > limit ? page.href(withParameters('/settings', { q: query })) : undefined
  return { ...partedByLabel(all.slice(0, limit), query), allHref }
}

const partedByLabel = (hits: readonly SearchHit[], query: string): Hits =>
  parted(hits.map((hit) => ({ hit, isExact: hit.label.toLowerCase() === query.toLowerCase() })))

/** Forms are listed only for users who can submit them. */
function pagesOf(page: OperationsRequest): readonly SearchHit[] {
  const { t } = viewOf(page)
  const { sections, search } = t.admin
  const lists = sectionsOf(page).map((section) => ({
    label: sections[section],
    path: section === 'overview' ? '/' : `/${section}`,
  }))
  const forms = [
    { label: search.newClient, path: '/clients/new' },
    { label: t.operations.inspect.title, path: '/inspect' },
    ...(page.services.embedded === undefined ? [] : [{ label: search.newUser, path: '/users/new' }]),
  ]
  const health = { label: search.health, path: '/health' }
  return [...lists, health, ...(page.mayChange ? forms : [])].map(({ label, path }) => ({
    kind: 'pages',
    label,
    href: page.href(path),
  }))
}

function settingsWith({ services, href }: OperationsRequest, wanted: string): readonly SearchHit[] {
  return listSettings(services.configuration, services.node.sources)
    .filter(
      ({ path, description }) =>
        path.toLowerCase().includes(wanted) ||
        (wanted.length >= WORD_MIN && description.toLowerCase().includes(wanted)),
    )
    .map(({ path }) => ({ kind: 'settings', label: path, href: href(withParameters('/settings', { q: path })) }))
}
