/** A menu with an app's sections. It opens without scripts. Without popover support, it is always above the page. */
import type { HasView, VNode } from '../view.ts'
import { Icon, type IconName } from './icon.tsx'

export interface SectionLink {
  readonly label: string
  readonly href: string
  readonly icon: IconName
  readonly current: boolean
  /** A number shown next to the section, with its meaning. */
  readonly count?: { readonly count: number; readonly label: string } | undefined
}

const ID = 'sections'

export function SectionsButton(_props: object, { view: { t } }: HasView): VNode {
  return (
    <button type="button" class="sso-sections-button" popovertarget={ID} aria-label={t.panel.sections}>
      <Icon name="menu" />
    </button>
  )
}

export function Sections({ links }: { links: readonly SectionLink[] }, { view: { t } }: HasView): VNode {
  return (
    <nav class="sso-sections" id={ID} popover="auto" aria-label={t.panel.sections}>
      <button
        type="button"
        class="sso-sections-button"
        popovertarget={ID}
        popovertargetaction="hide"
        aria-label={t.panel.closeSections}
      >
        <Icon name="close" />
      </button>
      <ul>
        {links.map(({ label, href, icon, current, count }) => (
          <li>
            <a href={href} {...(current ? { 'aria-current': 'page' as const } : {})}>
              <Icon name={icon} />
              {label}
              {count === undefined ? null : (
                <span class="sso-section-count">
                  <span aria-hidden="true">{count.count}</span>
                  <span class="sso-hidden">{count.label}</span>
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Searches the whole app with a plain form. search.js adds a list of results and the Ctrl+K shortcut. */
export interface SearchBoxProps {
  readonly action: string
  readonly query: string
  /** For text that looks like a token, which is not sent: a message, and where it can be inspected. */
  readonly secret: { readonly hint: string; readonly action: string; readonly inspectHref: string | undefined }
}

export function SearchBox({ action, query, secret }: SearchBoxProps, { view: { t } }: HasView): VNode {
  return (
    <form
      class="sso-search"
      role="search"
      action={action}
      method="get"
      data-sso-suggest={`${action}/suggest`}
      data-secret={secret.hint}
      data-inspect={secret.action}
      data-inspect-href={secret.inspectHref}
    >
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
      <span class="sso-search-key" aria-hidden="true" data-sso-scripted>
        Ctrl K
      </span>
      <div class="sso-suggestions" data-sso-suggestions hidden />
      <span class="sso-hidden" role="status" />
    </form>
  )
}
