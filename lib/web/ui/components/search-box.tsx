/** The search of the whole app: a plain form. search.js adds a list of results and Ctrl K. */
import type { Viewed, VNode } from '../view.ts'
import { Icon } from './icon.tsx'

export interface SearchBoxProps {
  readonly action: string
  readonly query: string
}

export function SearchBox({ action, query, view: { t } }: SearchBoxProps & Viewed): VNode {
  return (
    <form class="sso-search" role="search" action={action} method="get" data-sso-suggest={`${action}/suggest`}>
      <Icon name="search" />
      <input
        class="sso-input"
        type="search"
        name="q"
        aria-label={t.panel.search}
        value={query}
        placeholder={t.panel.searchHint}
        autocomplete="off"
        spellcheck={false}
        aria-keyshortcuts="Control+K"
      />
      <span class="sso-search-key" aria-hidden="true" hidden>
        Ctrl K
      </span>
      <div class="sso-suggestions" data-sso-suggestions hidden />
      <span class="sso-hidden" role="status" />
    </form>
  )
}
