/** What the search box found, where it was not one thing alone. */
import type { VNode } from 'preact'
import { DateTime } from '../../../web/ui/components/date-time.tsx'
import { EmptyState } from '../../../web/ui/components/empty-state.tsx'
import { Link } from '../../../web/ui/components/link.tsx'
import { Table } from '../../../web/ui/components/table.tsx'
import { isolate } from '../../../web/ui/texts/format/rich.ts'
import type { Viewed } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'

export interface SearchHit {
  readonly kind: 'clients' | 'users' | 'requests' | 'sessions'
  readonly label: string
  /** What tells two of the same name apart. */
  readonly detail?: string
  readonly at?: Date
  readonly href: string
}

export interface SearchProps extends Framed {
  readonly query: string
  readonly hits: readonly SearchHit[]
}

export function Search({ frame, query, hits, view }: SearchProps & Viewed): VNode {
  const { search } = view.t.admin
  return (
    <AdminPage
      frame={frame}
      view={view}
      title={search.title}
      lead={query === '' ? undefined : search.lead({ query: isolate(query) })}
    >
      {hits.length === 0 ? (
        <EmptyState
          icon="search"
          title={query === '' ? search.empty : search.nothing({ query: isolate(query) })}
          text={search.nothingHint}
        />
      ) : (
        <Table
          view={view}
          caption={search.caption}
          rows={hits}
          columns={[
            {
              label: search.found,
              cell: ({ label, detail, href }) => (
                <>
                  <Link href={href}>
                    <bdi>{label}</bdi>
                  </Link>
                  {detail === undefined ? null : (
                    <code class="sso-sub" dir="ltr">
                      {detail}
                    </code>
                  )}
                </>
              ),
            },
            { label: search.kind, cell: ({ kind }) => search[kind] },
            {
              label: view.t.client.activity.time,
              cell: ({ at }) => (at === undefined ? null : <DateTime at={at} view={view} />),
            },
          ]}
        />
      )}
    </AdminPage>
  )
}
