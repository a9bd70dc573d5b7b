/** What a menu leads to: addresses of our own. */
import type { VNode } from 'preact'

export interface MenuLink {
  readonly label: string
  readonly href: string
  readonly current?: boolean
}

export function MenuLinks({ links }: { links: readonly MenuLink[] }): VNode {
  return (
    <ul>
      {links.map(({ label, href, current = false }) => (
        <li>
          <a href={href} {...(current ? { 'aria-current': 'true' as const } : {})}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  )
}
