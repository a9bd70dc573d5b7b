import type { VNode } from 'preact'

const PATHS = {
  activity: 'M2.5 10.5h3.25L8 4.5l4 11 2.25-5h3.25',
  alert: 'M10 6.5v4.25M10 13.6v.05M10 2.75 18 16.75H2z',
  check: 'm4.5 10.5 3.75 3.75 7.5-8.5',
  close: 'm5.5 5.5 9 9M14.5 5.5l-9 9',
  copy: 'M7.25 7.25h8.5v8.5h-8.5zM4.25 12.75v-8.5h8.5',
  app: 'M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h5v5h-5z',
  chart: 'M3.5 16.5h13M5.5 13.5v-4M10 13.5v-9M14.5 13.5v-6',
  down: 'm5.5 8 4.5 4.5L14.5 8',
  device: 'M4 4.5h12v8.5H4zM2.5 16h15',
  clock: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM10 6v4.25l2.75 1.75',
  home: 'M3.5 9.5 10 3.75l6.5 5.75M5.25 8.25v8.25h9.5V8.25M8.5 16.5v-4.25h3v4.25',
  info: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM10 9.25v4M10 6.6v.05',
  language: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM3 10h14M10 3c2 1.9 3 4.2 3 7s-1 5.1-3 7c-2-1.9-3-4.2-3-7s1-5.1 3-7',
  phone: 'M6.5 2.5h7a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-13a1 1 0 0 1 1-1zM9 15h2',
  key: 'M6.5 7a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M10 10.5h7.5M14.5 10.5v3',
  lock: 'M4.5 9.25h11v7.25h-11zM6.75 9.25V6.75a3.25 3.25 0 0 1 6.5 0v2.5M10 12v2',
  mail: 'M3 5h14v10H3zM3 6l7 5.25L17 6',
  menu: 'M3.5 5.5h13M3.5 10h13M3.5 14.5h13',
  moon: 'M16.25 11.9A6.75 6.75 0 1 1 8.1 3.75a5.5 5.5 0 0 0 8.15 8.15z',
  search: 'M8.75 3.5a5.25 5.25 0 1 0 0 10.5 5.25 5.25 0 0 0 0-10.5zM12.75 12.75l4 4',
  settings:
    'M3.5 6.5h6M13.5 6.5h3M3.5 13.5h3M10.5 13.5h6M9.5 6.5a2 2 0 1 0 4 0 2 2 0 0 0-4 0M6.5 13.5a2 2 0 1 0 4 0 2 2 0 0 0-4 0',
  shield: 'M10 2.75 16 5v4.5c0 3.75-2.4 6.4-6 7.75-3.6-1.35-6-4-6-7.75V5zM7.25 10l2 2 3.5-4',
  sun: 'M10 7a3 3 0 1 0 0 6 3 3 0 0 0 0-6M10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.3 4.3l1 1M14.7 14.7l1 1M15.7 4.3l-1 1M5.3 14.7l-1 1',
  user: 'M10 3.25a3.25 3.25 0 1 0 0 6.5 3.25 3.25 0 0 0 0-6.5M3.75 16.75c.6-3 3-4.5 6.25-4.5s5.65 1.5 6.25 4.5',
} as const

const Line = ({ d }: { d: string }): VNode => (
  <path d={d} fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" />
)

export type IconName = keyof typeof PATHS

/** A line icon on a 20 by 20 grid. Assistive technology skips it, because the text next to it has the same meaning. */
export function Icon({ name }: { name: IconName }): VNode {
  return (
    <svg class={`sso-icon sso-icon-${name}`} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <Line d={PATHS[name]} />
    </svg>
  )
}

const SHAPES = {
  laptop: 'M4.5 4.5h11v8.5h-11zM2.5 15.75h15',
  phone: 'M6.25 2.75h7.5v14.5h-7.5zM9.25 14.75h1.5',
  tablet: 'M4.25 2.75h11.5v14.5H4.25zM9.25 14.75h1.5',
} as const

export type DeviceShape = keyof typeof SHAPES

/** A laptop, phone, or tablet. Assistive technology skips it, because the text next to it has the same meaning. */
export function DeviceIcon({ shape }: { shape: DeviceShape }): VNode {
  return (
    <span class="sso-device-icon" aria-hidden="true">
      <svg class="sso-icon" viewBox="0 0 20 20" focusable="false">
        <Line d={SHAPES[shape]} />
      </svg>
    </span>
  )
}
