/** A tab. Tabs are links rather than buttons, because each tab is a page with its own URL. */
import type { VNode } from 'preact'

interface NavLink {
  readonly label: string
  readonly href: string
  readonly current?: boolean
  /** Number of entries; absent if unknown. */
  readonly count?: string | undefined
}

interface LinksProps {
  readonly look: string
  readonly label: string
  readonly links: readonly NavLink[]
  readonly current: 'page' | 'true'
}

const Links = ({ look, label, links, current }: LinksProps): VNode => (
  <nav class={look} aria-label={label}>
    <ul>
      {links.map((link) => (
        <li>
          <a href={link.href} {...(link.current ? { 'aria-current': current } : {})}>
            {link.label}
            {link.count === undefined ? null : <span class="sso-segment-count">{link.count}</span>}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

/** Tabs that link to different pages about one subject. */
export const Tabs = ({ label, tabs }: { label: string; tabs: readonly NavLink[] }): VNode => (
  <Links look="sso-tabs" label={label} links={tabs} current="page" />
)

/** A segmented control, such as a choice between the kinds of entries in a list. */
export const Segments = ({ label, segments }: { label: string; segments: readonly NavLink[] }): VNode => (
  <Links look="sso-segments" label={label} links={segments} current="true" />
)
