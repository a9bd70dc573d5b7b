/** Opens below its button: works without scripts; app.js closes it with Escape and with a press elsewhere. */
import type { ComponentChildren, VNode } from 'preact'

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
