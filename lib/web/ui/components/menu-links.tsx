/** What a menu, tabs or segments lead to: addresses of our own. */
import type { VNode } from 'preact'

export interface MenuLink {
  readonly label: string
  readonly href: string
  readonly current?: boolean
  /** How many there are; absent where that is not known. */
  readonly count?: string | undefined
}

/** @param as what the current one is to assistive technology */
export function MenuLinks({ links, as = 'true' }: { links: readonly MenuLink[]; as?: 'page' | 'true' }): VNode {
  return (
    <ul>
      {links.map(({ label, href, current = false, count }) => (
        <li>
          <a href={href} {...(current ? { 'aria-current': as } : {})}>
            {label}
            {count === undefined ? null : <span class="sso-segment-count">{count}</span>}
          </a>
        </li>
      ))}
    </ul>
  )
}
