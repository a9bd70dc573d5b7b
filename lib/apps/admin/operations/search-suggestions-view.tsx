/** What the search would find, below the field while somebody types: a part of a page, which search.js puts there. */
import type { VNode } from 'preact'
import { Avatar, Monogram } from '../../../web/ui/components/apps.tsx'
import type { Viewed } from '../../../web/ui/view.ts'
import { safeUrl } from '../../../web/ui/view.ts'
import type { SearchHit } from './search-view.tsx'

export interface SuggestionsProps {
  readonly hits: readonly SearchHit[]
}

export function Suggestions({ hits, view }: SuggestionsProps & Viewed): VNode {
  const { search } = view.t.admin
  return (
    <div role="listbox" tabIndex={-1} id="sso-suggestions" aria-label={search.suggestions({ count: hits.length })}>
      {hits.map(({ kind, label, detail, href }, index) => (
        <div role="option" tabIndex={-1} id={`sso-suggestion-${index}`} aria-selected="false" data-href={safeUrl(href)}>
          {kind === 'users' || kind === 'sessions' ? (
            <Avatar name={label} />
          ) : kind === 'clients' ? (
            <Monogram name={label} size="tiny" />
          ) : null}
          <span class="sso-suggestion">
            <bdi>{label}</bdi>
            {detail === undefined ? null : <bdi class="sso-muted">{detail}</bdi>}
          </span>
          <span class="sso-suggestion-kind">{search[kind]}</span>
        </div>
      ))}
    </div>
  )
}
