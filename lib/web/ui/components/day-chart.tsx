/** A bar chart by day. A table repeats numbers and links, and denials are hatched, so nothing needs color or size. */

import { dayAndMonth, weekday } from '../texts/format/time.ts'
import type { HasView, View, VNode } from '../view.ts'
import { Table } from './table.tsx'
import { Link } from './text.tsx'

export interface DayChartProps {
  readonly id: string
  readonly title: string
  /** A sentence that describes the bars. */
  readonly description: string
  /** At most three series, stacked from the bottom of each bar to the top. */
  readonly series: readonly { readonly label: string; readonly kind: 'plain' | 'other' | 'refused' }[]
  /** Oldest first. Days are in UTC, such as `2026-11-21`. */
  readonly days: readonly ChartDay[]
  /** Shown next to the heading, such as a choice of periods. */
  readonly aside?: VNode | undefined
}

export interface ChartDay {
  readonly day: string
  /** One value for each series, in the order of `series`. */
  readonly values: readonly number[]
  readonly href?: string | undefined
}

const HEIGHT = 100

export function DayChart({ id, title, description, series, days, aside }: DayChartProps, { view }: HasView): VNode {
  const top = niceTop(Math.max(1, ...days.map(total)))
  const number = new Intl.NumberFormat(view.locale)
  const every = days.length <= 14 ? 1 : days.length <= 31 ? 3 : 14
  const inWords = ({ day, values }: ChartDay): string =>
    `${weekday(view.locale, day)} ${dayAndMonth(view.locale, day)}: ${series
      .map(({ label }, index) => `${label} ${number.format(values[index] ?? 0)}`)
      .join(', ')}`
  return (
    <figure class="sso-chart" aria-labelledby={`${id}-title`}>
      <figcaption class="sso-chart-head">
        <h2 id={`${id}-title`}>{title}</h2>
        <ul class="sso-legend">
          {series.map(({ label, kind }) => (
            <li>
              <span class={`sso-swatch sso-fill-${kind}`} aria-hidden="true" />
              {label}
            </li>
          ))}
        </ul>
        {aside}
      </figcaption>
      <p class="sso-hidden">{description}</p>
      <div class="sso-days-frame">
        <div class="sso-days-scale" aria-hidden="true">
          <span>{number.format(top)}</span>
          <span>{top % 2 === 0 ? number.format(top / 2) : ''}</span>
          <span>{number.format(0)}</span>
        </div>
        <ol class="sso-days">
          {days.map((point, index) => {
            const label = (days.length - 1 - index) % every === 0
            const words = <span class="sso-hidden">{inWords(point)}</span>
            const bar = <Bar values={point.values} kinds={series.map(({ kind }) => kind)} top={top} />
            return (
              <li class={isWeekend(point.day) ? 'sso-day sso-day-weekend' : 'sso-day'}>
                <span class="sso-day-bar" title={inWords(point)}>
                  {bar}
                  {point.href === undefined ? words : <a href={point.href}>{words}</a>}
                </span>
                <span class={label ? 'sso-day-label' : 'sso-day-label sso-day-quiet'} aria-hidden="true">
                  <span>{every > 3 ? '' : weekday(view.locale, point.day)}</span>
                  <span>{dayAndMonth(view.locale, point.day)}</span>
                </span>
              </li>
            )
          })}
        </ol>
      </div>
      <details class="sso-fold">
        <summary>{view.t.panel.asTable}</summary>
        <Table caption={title} rows={days} compact columns={columnsOf(series, number, view)} />
      </details>
    </figure>
  )
}

const columnsOf = (series: DayChartProps['series'], number: Intl.NumberFormat, view: View) => [
  {
    label: view.t.panel.day,
    cell: ({ day, href }: ChartDay) => {
      const words = `${weekday(view.locale, day)} ${dayAndMonth(view.locale, day)}`
      return href === undefined ? words : <Link href={href}>{words}</Link>
    },
  },
  ...series.map(({ label }, index) => ({
    label,
    numeric: true,
    cell: ({ values }: ChartDay) => number.format(values[index] ?? 0),
  })),
]

function Bar({ values, kinds, top }: { values: readonly number[]; kinds: readonly string[]; top: number }): VNode {
  let foot = HEIGHT
  return (
    <svg viewBox={`0 0 10 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
      {values.map((value, index) => {
        const height = (value / top) * HEIGHT
        foot -= height
        return value === 0 ? null : (
          <rect class={`sso-fill-${kinds[index]}`} x="0" width="10" y={round(foot)} height={round(height)} />
        )
      })}
    </svg>
  )
}

const isWeekend = (day: string): boolean => [0, 6].includes(new Date(day).getUTCDay())

const total = ({ values }: ChartDay): number => values.reduce((sum, value) => sum + value, 0)

/** A round number slightly above the highest bar, for the top of the scale. */
function niceTop(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(highest))
  return ([1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= highest) ?? 10) * power
}

const round = (value: number): number => Math.round(value * 100) / 100
