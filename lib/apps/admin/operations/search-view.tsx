/** Search results grouped by kind, shown if there is more than one result. */
import { AppName, Avatar, Monogram, Who } from '../../../web/ui/components/apps.tsx'
import { EmptyState, Section } from '../../../web/ui/components/section.tsx'
import { DateTime, Link } from '../../../web/ui/components/text.tsx'
import { type HasView, isolate, safeUrl, type VNode } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'

export interface SearchHit {
  readonly kind: 'users' | 'clients' | 'requests' | 'sessions' | 'pages' | 'settings'
  readonly label: string
  /** An app's icon. */
  readonly icon?: string | undefined
  /** Distinguishes results that have the same name. */
  readonly detail?: string | undefined
  readonly at?: Date | undefined
  readonly href: string
}

export interface FirstHits {
  readonly hits: readonly SearchHit[]
  /** Number of hits, if there are more and no list has them all. */
  readonly first?: number | undefined
}

export interface SearchGroup extends FirstHits {
  readonly kind: SearchHit['kind']
  /** URL of the full list, if there are more results than shown. */
  readonly allHref?: string | undefined
}

export interface SearchProps extends Framed {
  readonly query: string
  readonly groups: readonly SearchGroup[]
  /** Requests whose IDs have the same beginning as the typed ID, if that ID does not exist. */
  readonly near?: FirstHits | undefined
  /** URL of the activity list that continues the search, if not everything was searched. */
  readonly olderHref?: string | undefined
}

export function Search({ query, groups, near, olderHref }: SearchProps, { view }: HasView): VNode {
  const { search } = view.t.admin
  const isNothing = groups.length === 0
  const older = olderHref && <Link href={olderHref}>{view.t.operations.activity.older}</Link>
  return (
    <AdminPage
      title={search.title}
      lead={query === '' || isNothing ? undefined : search.lead({ query: isolate(query) })}
    >
      {near === undefined ? (
        isNothing ? (
          <EmptyState
            icon="search"
            title={
              older ? view.t.panel.noneYet : query === '' ? search.empty : search.nothing({ query: isolate(query) })
            }
            text={search.nothingHint}
            action={older}
          />
        ) : null
      ) : (
        <EmptyState icon="search" title={search.noRequest} text={search.noRequestHint} action={older} />
      )}
      {near === undefined || near.hits.length === 0 ? null : (
        <Group title={search.near} group={{ ...near, kind: 'requests' }} id="near" />
      )}
      {groups.map((group) => (
        <Group title={search[group.kind]} group={group} id={`found-${group.kind}`} />
      ))}
    </AdminPage>
  )
}

function Group({ id, title, group }: { id: string; title: string; group: SearchGroup }, { view }: HasView): VNode {
  const { hits, allHref, first } = group
  return (
    <Section id={id} title={title}>
      <ul class="sso-hits">
        {hits.map((hit) => (
          <li>
            <Hit hit={hit} />
            {hit.at === undefined ? null : (
              <span class="sso-muted">
                <DateTime at={hit.at} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {allHref === undefined ? null : (
        <p>
          <Link href={allHref}>{view.t.admin.search.all}</Link>
        </p>
      )}
      <FirstMatches count={first} />
    </Section>
  )
}

function Hit({ hit: { kind, label, icon, detail, href } }: { hit: SearchHit }): VNode {
  if (kind === 'users' || kind === 'sessions') return <Who who={{ name: label, detail, href }} />
  if (kind === 'clients') return <AppName app={{ name: label, icon, detail, href }} />
  return (
    <span class="sso-hit">
      <Link href={href}>{kind === 'pages' ? <bdi>{label}</bdi> : <code dir="ltr">{label}</code>}</Link>
      {detail === undefined ? null : <bdi class="sso-muted">{detail}</bdi>}
    </span>
  )
}

/** Reports that only the first `count` matches were used; nothing if it is undefined. */
export const FirstMatches = ({ count }: { readonly count: number | undefined }, { view }: HasView): VNode | null =>
  count === undefined ? null : <p class="sso-hint">{view.t.admin.search.firstMatches({ count })}</p>

/** Suggestions as a page fragment that search.js inserts below the search field. */
export function Suggestions(
  { hits, allHref }: { hits: readonly SearchHit[]; allHref?: string | undefined },
  { view }: HasView,
): VNode {
  const { search } = view.t.admin
  return (
    <div role="listbox" tabIndex={-1} id="sso-suggestions" aria-label={search.suggestions({ count: hits.length })}>
      {hits.map(({ kind, label, icon, detail, href }, index) => (
        <div role="option" tabIndex={-1} id={`sso-suggestion-${index}`} aria-selected="false" data-href={safeUrl(href)}>
          {kind === 'users' || kind === 'sessions' ? (
            <Avatar name={label} />
          ) : kind === 'clients' ? (
            <Monogram name={label} icon={icon} size="tiny" />
          ) : null}
          <span class="sso-suggestion">
            <bdi>{label}</bdi>
            {detail === undefined ? null : <bdi class="sso-muted">{detail}</bdi>}
          </span>
          <span class="sso-suggestion-kind">{search[kind]}</span>
        </div>
      ))}
      {allHref === undefined ? null : (
        <div role="option" tabIndex={-1} id="sso-suggestion-all" aria-selected="false" data-href={safeUrl(allHref)}>
          <span class="sso-suggestion">{search.all}</span>
        </div>
      )}
    </div>
  )
}
