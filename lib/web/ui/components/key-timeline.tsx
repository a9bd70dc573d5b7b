/** Shows each key's phases on a timeline: published before use, signing, and published until its tokens expire. */
import { dateWords } from '../texts/format/time.ts'
import type { HasView, VNode } from '../view.ts'

export interface KeyBar {
  readonly label: string
  readonly publishedAt: Date
  /** When signing starts or started; absent if unknown. */
  readonly signsFrom?: Date | undefined
  readonly signsUntil?: Date | undefined
  /** When the last token signed with this key expires. */
  readonly endsAt?: Date | undefined
  /** Describes in words what the bar shows. */
  readonly text: string
}

const WIDTH = 1000
/** Minimum width of a bar, so that short periods remain visible. */
const LEAST = 6

export function KeyTimeline({ label, bars }: { label: string; bars: readonly KeyBar[] }, { view }: HasView): VNode {
  const now = view.now.getTime()
  const known = bars.flatMap(({ publishedAt, signsFrom, signsUntil, endsAt }) =>
    [publishedAt, signsFrom, signsUntil, endsAt].flatMap((at) => (at === undefined ? [] : [at.getTime()])),
  )
  const from = Math.min(now, ...known)
  const to = Math.max(now, ...known) + (Math.max(now, ...known) - from) * 0.02 + 1
  const at = (time: number): number => ((time - from) / (to - from)) * WIDTH
  return (
    <figure class="sso-keys" aria-label={label}>
      <ul>
        {bars.map((bar) => (
          <li>
            <span class="sso-keys-label">{bar.label}</span>
            <svg
              class="sso-bar"
              viewBox={`0 0 ${WIDTH} 10`}
              preserveAspectRatio="none"
              aria-hidden="true"
              focusable="false"
            >
              <rect class="sso-bar-ground" width={WIDTH} height="10" />
              <Part from={at(bar.publishedAt.getTime())} to={at((bar.endsAt ?? new Date(to)).getTime())} look="other" />
              {bar.signsFrom === undefined ? null : (
                <Part
                  from={at(bar.signsFrom.getTime())}
                  to={at((bar.signsUntil ?? new Date(to)).getTime())}
                  look="plain"
                />
              )}
              <line class="sso-today" x1={at(now)} x2={at(now)} y1="0" y2="10" />
            </svg>
            <span class="sso-keys-text">{bar.text}</span>
          </li>
        ))}
      </ul>
      <Axis from={from} to={to} />
    </figure>
  )
}

const Part = ({ from, to, look }: { from: number; to: number; look: 'plain' | 'other' }): VNode => (
  <rect class={`sso-fill-${look}`} x={Math.min(from, WIDTH - LEAST)} width={Math.max(to - from, LEAST)} height="10" />
)

function Axis({ from, to }: { from: number; to: number }, { view }: HasView): VNode {
  const t = view.t.operations.keys
  const day = (time: number): string => dateWords(view.locale, new Date(time), view.now)
  return (
    <figcaption class="sso-keys-axis">
      <span class="sso-keys-ends">
        <span>{day(from)}</span>
        <span>{day(to)}</span>
      </span>
      <ul class="sso-legend">
        <li>
          <span class="sso-swatch sso-fill-plain" aria-hidden="true" />
          {t.signing}
        </li>
        <li>
          <span class="sso-swatch sso-fill-other" aria-hidden="true" />
          {t.publishedOnly}
        </li>
        <li>
          <span class="sso-swatch sso-swatch-today" aria-hidden="true" />
          {t.today}
        </li>
      </ul>
    </figcaption>
  )
}
