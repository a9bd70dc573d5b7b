import type { VNode } from 'preact'
import paths from './icon-paths.json' with { type: 'json' }

const ICONS = paths.icons
const DEVICES = paths.devices

const Line = ({ d }: { d: string }): VNode => (
  <path d={d} fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" />
)

export type IconName = keyof typeof ICONS

/** A line icon on a 20 by 20 grid. Assistive technology skips it, because the text next to it has the same meaning. */
export function Icon({ name }: { name: IconName }): VNode {
  return (
    <svg class={`sso-icon sso-icon-${name}`} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <Line d={ICONS[name]} />
    </svg>
  )
}

export type DeviceShape = keyof typeof DEVICES

/** A laptop, phone, or tablet. Assistive technology skips it, because the text next to it has the same meaning. */
export function DeviceIcon({ shape }: { shape: DeviceShape }): VNode {
  return (
    <span class="sso-device-icon" aria-hidden="true">
      <svg class="sso-icon" viewBox="0 0 20 20" focusable="false">
        <Line d={DEVICES[shape]} />
      </svg>
    </span>
  )
}
