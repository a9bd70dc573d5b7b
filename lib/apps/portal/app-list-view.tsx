/** A list of apps with its search form and the links to its other pages. */
import { SearchLine } from '../../web/ui/components/filter.tsx'
import { EmptyState } from '../../web/ui/components/section.tsx'
import { Pager, type PagerProps } from '../../web/ui/components/table.tsx'
import { Link } from '../../web/ui/components/text.tsx'
import { type ComponentChildren, type HasView, isolate, type VNode } from '../../web/ui/view.ts'

export interface AppListProps extends PagerProps {
  /** Search form (GET) for lists with many apps. */
  readonly search?: { readonly action: string; readonly query: string } | undefined
}

type AppListContent = AppListProps & {
  /** Shown if there are no apps at all. */
  readonly empty: VNode
  /** Null if this page has no apps. */
  readonly children: ComponentChildren
}

export function AppList({ search, empty, children, ...pager }: AppListContent, { view }: HasView): VNode {
  const { panel, portal } = view.t
  const { find, what } = portal.home
  return (
    <>
      {search && <SearchLine action={search.action} query={search.query} label={find} submit={panel.search} />}
      {children ??
        (pager.nextHref !== undefined ? (
          <EmptyState icon="search" title={panel.noneYet} />
        ) : search === undefined || search.query === '' ? (
          empty
        ) : (
          <EmptyState
            icon="search"
            title={panel.noMatch({ what, query: isolate(search.query) })}
            action={<Link href={search.action}>{panel.clearFilters}</Link>}
          />
        ))}
      <Pager {...pager} />
    </>
  )
}
