/**
 * Stacked bars, drawn on the server as SVG. The second series is hatched, so that colour is not all that distinguishes them
 * apart; the numbers stand in a table below, for who cannot or will not read bars. Time runs in reading direction.
 */
import type { VNode } from 'preact'
import type { Viewed } from '../view.ts'
import { Table } from './table.tsx'

export interface ChartProps {
  readonly id: string
  readonly title: string
  /** One sentence that says what the bars show. */
  readonly description: string
  /** At most three, from the foot of the bars upwards. */
  readonly series: readonly string[]
  readonly points: readonly { readonly label: string; readonly values: readonly number[] }[]
  /** Heading of the labels' column. */
  readonly labelHeading: string
  /** Of the heading: 3 inside a section that has one of its own. */
  readonly level?: 2 | 3
}

const WIDTH = 600
const HEIGHT = 160
const GAP = 0.3

type Point = ChartProps['points'][number]

export function Chart({
  id,
  title,
  description,
  series,
  points,
  labelHeading,
  level = 2,
  view,
}: ChartProps & Viewed): VNode {
  const top = niceTop(Math.max(1, ...points.map(total)))
  const ordered = view.dir === 'rtl' ? points.toReversed() : points
  const number = new Intl.NumberFormat(view.locale)
  return (
    <figure class="sso-chart">
      <figcaption class="sso-chart-head">
        {level === 2 ? <h2>{title}</h2> : <h3>{title}</h3>}
        {series.length < 2 ? null : (
          <ul class="sso-legend">
            {series.map((name, index) => (
              <li>
                <Swatch id={id} index={index} />
                {name}
              </li>
            ))}
          </ul>
        )}
      </figcaption>
      <div class="sso-chart-plot">
        <span class="sso-chart-top" aria-hidden="true">
          {number.format(top)}
        </span>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          role="img"
          aria-labelledby={`${id}-title ${id}-desc`}
          preserveAspectRatio="none"
        >
          <title id={`${id}-title`}>{title}</title>
          <desc id={`${id}-desc`}>{description}</desc>
          <Hatch id={id} />
          {[0, 0.5, 1].map((share) => (
            <line class="sso-gridline" x1="0" x2={WIDTH} y1={HEIGHT * share} y2={HEIGHT * share} />
          ))}
          {ordered.map((point, index) => (
            <Bar id={id} point={point} series={series} top={top} index={index} of={ordered.length} />
          ))}
        </svg>
        <div class="sso-chart-axis" aria-hidden="true">
          <span>{points[0]?.label}</span>
          <span>{points.at(-1)?.label}</span>
        </div>
      </div>
      <details class="sso-fold">
        <summary>{view.t.panel.asTable}</summary>
        <Table
          view={view}
          caption={title}
          rows={points}
          compact
          columns={[
            { label: labelHeading, cell: (point: Point) => point.label },
            ...series.map((name, index) => ({
              label: name,
              numeric: true,
              cell: (point: Point) => number.format(point.values[index] ?? 0),
            })),
          ]}
        />
      </details>
    </figure>
  )
}

function Bar({
  id,
  point,
  series,
  top,
  index,
  of,
}: {
  id: string
  point: Point
  series: readonly string[]
  top: number
  index: number
  of: number
}): VNode {
  const step = WIDTH / of
  let foot = HEIGHT
  return (
    <g>
      <title>{`${point.label}: ${series.map((name, at) => `${name} ${point.values[at] ?? 0}`).join(', ')}`}</title>
      {point.values.map((value, at) => {
        const height = (value / top) * HEIGHT
        foot -= height
        return (
          <rect
            class={`sso-series-${at + 1}`}
            x={round(step * (index + GAP / 2))}
            y={round(foot)}
            width={round(step * (1 - GAP))}
            height={round(height)}
            {...fillOf(id, at)}
          />
        )
      })}
    </g>
  )
}

function Swatch({ id, index }: { id: string; index: number }): VNode {
  return (
    <svg class="sso-swatch" viewBox="0 0 12 12" aria-hidden="true">
      <rect class={`sso-series-${index + 1}`} width="12" height="12" {...fillOf(id, index)} />
    </svg>
  )
}

function Hatch({ id }: { id: string }): VNode {
  return (
    <defs>
      <pattern id={`${id}-hatch`} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect class="sso-hatch-ground" width="5" height="5" />
        <rect class="sso-hatch-line" width="2.5" height="5" />
      </pattern>
    </defs>
  )
}

/** Only the second series is hatched; the others take their colour from the style sheet. */
function fillOf(id: string, series: number): { fill?: string } {
  return series === 1 ? { fill: `url(#${id}-hatch)` } : {}
}

function total(point: Point): number {
  return point.values.reduce((sum, value) => sum + value, 0)
}

/** A number that reads well at the top of the scale, and not much higher than the bars. */
function niceTop(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(highest))
  return ([1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= highest) ?? 10) * power
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
