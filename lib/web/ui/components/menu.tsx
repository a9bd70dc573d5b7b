import type { ComponentChildren, VNode } from 'preact'

/** A menu below its button, without scripts. app.js closes it with Escape and with a press outside. */
export interface MenuProps {
  readonly label: ComponentChildren
  /** `button`: an ordinary button next to others. */
  readonly look?: 'quiet' | 'button'
  readonly class?: string
  readonly children: ComponentChildren
}

export function Menu({ label, look = 'quiet', class: name, children }: MenuProps): VNode {
  const classes = ['sso-menu', ...(look === 'button' ? ['sso-menu-button'] : []), ...(name === undefined ? [] : [name])]
  return (
    <details class={classes.join(' ')} data-sso-menu>
      <summary>{label}</summary>
      <div class="sso-menu-body">{children}</div>
    </details>
  )
}

/** Links of a menu to Portico's own URLs. */
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
