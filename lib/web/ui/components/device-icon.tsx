/** A laptop, a phone or a tablet. It repeats what the text beside it says, so assistive technology skips it. */
import type { VNode } from 'preact'

const SHAPES = {
  laptop: 'M4.5 4.5h11v8.5h-11zM2.5 15.75h15',
  phone: 'M6.25 2.75h7.5v14.5h-7.5zM9.25 14.75h1.5',
  tablet: 'M4.25 2.75h11.5v14.5H4.25zM9.25 14.75h1.5',
} as const

export type DeviceShape = keyof typeof SHAPES

export function DeviceIcon({ shape }: { shape: DeviceShape }): VNode {
  return (
    <span class="sso-device-icon" aria-hidden="true">
      <svg class="sso-icon" viewBox="0 0 20 20" focusable="false">
        <path
          d={SHAPES[shape]}
          fill="none"
          stroke="currentColor"
          stroke-width="1.6"
          stroke-linecap="round"
          stroke-linejoin="round"
        />
      </svg>
    </span>
  )
}
