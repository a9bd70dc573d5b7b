import type { VNode } from 'preact'

export interface ProviderIconProps {
  readonly issuer: string
  /** Image to show instead of the provider's own mark, as a data: URL or a path. */
  readonly icon?: string | undefined
}

/** Lines of a mark on a 20 by 20 grid, each with its color, and their width. */
interface Mark {
  readonly host: RegExp
  readonly width: number
  readonly lines: readonly (readonly [color: string, d: string])[]
}

const MARKS: readonly Mark[] = [
  {
    host: /^accounts\.google\.com$/,
    width: 3,
    lines: [
      ['#ea4335', 'M15.2 5.3A7 7 0 0 0 3.7 7'],
      ['#fbbc05', 'M3.7 7a7 7 0 0 0 0 6'],
      ['#34a853', 'M3.7 13a7 7 0 0 0 11 2.2'],
      ['#4285f4', 'M14.7 15.2A7 7 0 0 0 17 10h-7'],
    ],
  },
  {
    host: /^login\.microsoftonline\.com$/,
    width: 8.5,
    lines: [
      ['#f25022', 'M1 5.2h8.5'],
      ['#7fba00', 'M10.5 5.2H19'],
      ['#00a4ef', 'M1 14.8h8.5'],
      ['#ffb900', 'M10.5 14.8H19'],
    ],
  },
  { host: /\.okta\.com$/, width: 5, lines: [['currentColor', 'M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 1 0 0-13z']] },
]

/** The mark of an external provider. Renders nothing for an unknown one without an icon. */
export function ProviderIcon({ issuer, icon }: ProviderIconProps): VNode | null {
  if (icon !== undefined) return <img src={icon} alt="" width={18} height={18} />
  const mark = MARKS.find(({ host }) => host.test(new URL(issuer).hostname))
  return mark === undefined ? null : (
    <svg class="sso-icon" viewBox="0 0 20 20" fill="none" stroke-width={mark.width} aria-hidden="true">
      {mark.lines.map(([stroke, d]) => (
        <path stroke={stroke} d={d} />
      ))}
    </svg>
  )
}
