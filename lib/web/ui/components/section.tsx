/** A part of a panel page: a surface with a heading, and an overview number. */
import type { ComponentChildren, VNode } from 'preact'
import { Link } from './link.tsx'

export interface SectionProps {
  readonly id: string
  readonly title: string
  readonly lead?: ComponentChildren
  /** Beside the heading. */
  readonly actions?: ComponentChildren
  /** For what cannot be undone. */
  readonly danger?: boolean
  readonly children: ComponentChildren
}

export function Section({ id, title, lead, actions, danger = false, children }: SectionProps): VNode {
  return (
    <section class={danger ? 'sso-section sso-section-danger' : 'sso-section'} aria-labelledby={id}>
      <div class="sso-section-head">
        <h2 id={id}>{title}</h2>
        {actions}
      </div>
      {lead === undefined ? null : <p class="sso-panel-lead">{lead}</p>}
      {children}
    </section>
  )
}

export interface StatProps {
  readonly label: string
  readonly value: string
  /** In words, such as "12 more than yesterday". */
  readonly change?: string
  readonly picture?: ComponentChildren
  readonly href: string
}

export function Stat({ label, value, change, picture, href }: StatProps): VNode {
  return (
    <Link class="sso-stat" href={href}>
      <span class="sso-stat-label">{label}</span>
      <span class="sso-stat-line">
        <span class="sso-stat-value">{value}</span>
        {picture}
      </span>
      {change === undefined ? null : <span class="sso-hint">{change}</span>}
    </Link>
  )
}
