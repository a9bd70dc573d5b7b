/** A laptop, a phone or a tablet. It repeats what the text beside it says, so assistive technology skips it. */
import type { VNode } from 'preact'
import { Drawing } from './icon.tsx'

const SHAPES = {
  laptop: 'M4.5 4.5h11v8.5h-11zM2.5 15.75h15',
  phone: 'M6.25 2.75h7.5v14.5h-7.5zM9.25 14.75h1.5',
  tablet: 'M4.25 2.75h11.5v14.5H4.25zM9.25 14.75h1.5',
} as const

export type DeviceShape = keyof typeof SHAPES

export const DeviceIcon = ({ shape }: { shape: DeviceShape }): VNode => (
  <span class="sso-device-icon" aria-hidden="true">
    <Drawing class="sso-icon" path={SHAPES[shape]} />
  </span>
)
