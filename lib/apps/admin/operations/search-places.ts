/** Pages of the panel and settings by their names: nothing is read for them. */
import { listSettings } from '../../../config/settings-list.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { viewOf } from '../../first-party/page.ts'
import { sectionsOf } from '../shell/show.ts'
import type { Found } from './search-hits.ts'
import type { SearchHit } from './search-view.tsx'
import type { OperationsRequest } from './services.ts'

/** A description is looked through for words, not for single letters. */
const WORD_MIN = 4

export function placesLike(page: OperationsRequest, query: string, limit: number): Found {
  const wanted = query.toLowerCase()
  const pages = pagesOf(page).filter(({ label }) => label.toLowerCase().includes(wanted))
  const hits = [...pages, ...settingsLike(page, wanted)].slice(0, limit)
  const isExact = ({ label }: SearchHit): boolean => label.toLowerCase() === wanted
  return { exact: hits.filter(isExact), near: hits.filter((hit) => !isExact(hit)) }
}

/** Forms are for those who may send them. */
function pagesOf(page: OperationsRequest): readonly SearchHit[] {
  const { t } = viewOf(page)
  const { sections, search } = t.admin
  const lists = sectionsOf(page).map((section) => ({
    label: sections[section],
    path: section === 'overview' ? '/' : `/${section}`,
  }))
  const forms = [
    { label: search.newClient, path: '/clients/new' },
    ...(page.services.embedded === undefined ? [] : [{ label: search.newUser, path: '/users/new' }]),
  ]
  const health = { label: search.health, path: '/health' }
  return [...lists, health, ...(page.mayChange ? forms : [])].map(({ label, path }) => ({
    kind: 'pages',
    label,
    href: page.href(path),
  }))
}

function settingsLike({ services, href }: OperationsRequest, wanted: string): readonly SearchHit[] {
  return listSettings(services.configuration, services.node.sources)
    .filter(
      ({ path, description }) =>
        path.toLowerCase().includes(wanted) ||
        (wanted.length >= WORD_MIN && description.toLowerCase().includes(wanted)),
    )
    .map(({ path }) => ({ kind: 'settings', label: path, href: href(withParameters('/settings', { q: path })) }))
}
