import type { ComponentChildren, VNode } from 'preact'

/** Opens below its button: works without scripts; app.js closes it with Escape and with a press elsewhere. */
export interface MenuProps {
  /** What stands on the button. */
  readonly label: ComponentChildren
  /** As an ordinary button beside others; otherwise quiet. */
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

/** What a menu leads to: addresses of our own. */
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
