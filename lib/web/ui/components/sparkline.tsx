/** A small line chart. Screen readers skip it, because the text repeats the numbers. A square end marks a failure. */
import type { VNode } from 'preact'

const WIDTH = 80
const HEIGHT = 20
const MARGIN = 3

export function Sparkline({ values, failing = false }: { values: readonly number[]; failing?: boolean }): VNode | null {
  if (values.length < 2) return null
  const top = Math.max(1, ...values)
  const points = values.map((value, index) => [
    MARGIN + (index * (WIDTH - 2 * MARGIN)) / (values.length - 1),
    HEIGHT - MARGIN - (value * (HEIGHT - 2 * MARGIN)) / top,
  ])
  const [x = 0, y = 0] = points.at(-1) ?? []
  return (
    <svg
      class={failing ? 'sso-sparkline sso-sparkline-failing' : 'sso-sparkline'}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
      focusable="false"
    >
      <polyline points={points.map((point) => point.map((value) => value.toFixed(1)).join(',')).join(' ')} />
      {failing ? (
        <rect x={(x - 2.5).toFixed(1)} y={(y - 2.5).toFixed(1)} width="5" height="5" />
      ) : (
        <circle cx={x.toFixed(1)} cy={y.toFixed(1)} r="2" />
      )}
    </svg>
  )
}
