import type { ComponentChildren, VNode } from 'preact'
import { Icon } from './icon.tsx'

/** A menu under a button. It works without scripts, but scripts also close it on Escape or a click outside. */
export interface MenuProps {
  readonly label: ComponentChildren
  readonly class?: string
  readonly children: ComponentChildren
}

export function Menu({ label, class: name, children }: MenuProps): VNode {
  return (
    <details class={name === undefined ? 'sso-menu' : `sso-menu ${name}`} data-sso-menu>
      <summary>
        {label}
        <Icon name="down" />
      </summary>
      <div class="sso-menu-body">{children}</div>
    </details>
  )
}

/** A menu of links under a regular button. */
export const LinkMenu = ({ label, links }: { label: ComponentChildren; links: readonly MenuLink[] }): VNode => (
  <Menu class="sso-menu-button" label={label}>
    <MenuLinks links={links} />
  </Menu>
)

/** A menu link to one of Portico's own URLs. */
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
