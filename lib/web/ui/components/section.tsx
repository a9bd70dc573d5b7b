import type { ComponentChildren, VNode } from 'preact'
import { Icon, type IconName } from './icon.tsx'
import { Link, type Tone } from './text.tsx'

/** A part of a panel page, with a heading. */
export interface SectionProps {
  readonly id: string
  readonly title: string
  readonly lead?: ComponentChildren
  /** Shown next to the heading. */
  readonly actions?: ComponentChildren
  /** Whether the section contains an irreversible operation. */
  readonly danger?: boolean
  readonly children: ComponentChildren
}

export function Section({ id, title, lead, actions, danger = false, children }: SectionProps): VNode {
  return (
    <section class={danger ? 'sso-section sso-section-danger' : 'sso-section'} aria-labelledby={id}>
      <div class="sso-section-head">
        <h2 id={id}>{title}</h2>
        {actions === undefined ? null : <div class="sso-row">{actions}</div>}
      </div>
      {lead === undefined ? null : <p class="sso-panel-lead">{lead}</p>}
      {children}
    </section>
  )
}

export interface StatProps {
  readonly label: string
  readonly value: string
  /** The change in words, such as "12 more than yesterday". */
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

const ICONS: Record<Tone, IconName> = { neutral: 'info', info: 'info', ok: 'check', warn: 'alert', danger: 'alert' }

export interface BannerProps {
  readonly tone?: Tone
  readonly focus?: boolean
  readonly children: ComponentChildren
}

/** A message at the top of the page, such as a result or a warning. Set `focus` if the page follows a redirect. */
export function Banner({ tone = 'info', focus = false, children }: BannerProps): VNode {
  return (
    <div
      class={`sso-note sso-banner sso-tone-${tone}`}
      role={tone === 'danger' ? 'alert' : 'status'}
      {...(focus ? { tabIndex: -1, autofocus: true } : {})}
    >
      <Icon name={ICONS[tone]} />
      <div>{children}</div>
    </div>
  )
}

/** Shown in place of an empty list: why the list is empty, and what the user can do. */
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

/** The name and value of a property. Facts without a value are omitted. */
export type Fact = readonly [term: ComponentChildren, value: ComponentChildren]

/** @param small for the details on a card */
export function DescriptionList({ facts, small = false }: { facts: readonly Fact[]; small?: boolean }): VNode {
  return (
    <dl class={small ? 'sso-facts' : 'sso-facts sso-facts-panel'}>
      {facts.map(([term, value]) =>
        value === undefined ? null : (
          <div>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
