/** A list without entries: why it is empty, and what to do about it. */
import type { ComponentChildren, VNode } from 'preact'
import { Icon, type IconName } from './icon.tsx'

export interface EmptyStateProps {
  readonly icon: IconName
  readonly title: string
  readonly text?: ComponentChildren
  readonly action?: ComponentChildren
}

export function EmptyState({ icon, title, text, action }: EmptyStateProps): VNode {
  return (
    <section class="sso-empty">
      <span class="sso-mark sso-tone-neutral">
        <Icon name={icon} />
      </span>
      <h2>{title}</h2>
      {text === undefined ? null : <p>{text}</p>}
      {action}
    </section>
  )
}
