/** A message above the page: what was done, or what needs attention. `focus` for the page after a redirect. */
import type { ComponentChildren, VNode } from 'preact'
import type { Tone } from './badge.tsx'
import { Icon, type IconName } from './icon.tsx'

const ICONS: Record<Tone, IconName> = { neutral: 'info', info: 'info', ok: 'check', warn: 'alert', danger: 'alert' }

export interface BannerProps {
  readonly tone?: Tone
  readonly focus?: boolean
  readonly children: ComponentChildren
}

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
