/** A choice of one among few, as links in one frame, such as the kinds of entries of a list. */
import type { VNode } from 'preact'

export interface Segment {
  readonly label: string
  readonly href: string
  readonly current?: boolean
  /** Number of entries; absent if unknown. */
  readonly count?: string | undefined
}

export function Segments({ label, segments }: { label: string; segments: readonly Segment[] }): VNode {
  return (
    <nav class="sso-segments" aria-label={label}>
      <ul>
        {segments.map(({ label: name, href, current = false, count }) => (
          <li>
            <a href={href} {...(current ? { 'aria-current': 'true' as const } : {})}>
              {name}
              {count === undefined ? null : <span class="sso-segment-count">{count}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
