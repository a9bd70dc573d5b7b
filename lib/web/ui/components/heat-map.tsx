/** A chart of usage by weekday and hour. A table repeats the numbers for users who cannot distinguish the shades. */
import { weekday } from '../texts/format/time.ts'
import type { HasView, VNode } from '../view.ts'

export interface HeatMapProps {
  readonly id: string
  readonly title: string
  /** A sentence that describes the data, such as when usage is lowest. */
  readonly description: string
  /** Seven rows of 24 numbers each, starting with Monday. */
  readonly hours: readonly (readonly number[])[]
}

const SHADES = 4
/** An arbitrary Monday, used to derive the names of the weekdays. */
const FIRST = Date.UTC(2026, 0, 5)

export function HeatMap({ id, title, description, hours }: HeatMapProps, { view }: HasView): VNode {
  const most = Math.max(1, ...hours.flat())
  const name = (row: number): string =>
    weekday(view.locale, new Date(FIRST + row * 86_400_000).toISOString().slice(0, 10))
  const hour = (at: number): string => `${String(at).padStart(2, '0')}:00`
  return (
    <figure class="sso-chart" aria-labelledby={`${id}-title`}>
      <figcaption class="sso-chart-head">
        <h2 id={`${id}-title`}>{title}</h2>
        <p class="sso-fine">{description}</p>
      </figcaption>
      <div class="sso-heat-frame">
        <table class="sso-heat">
          <caption class="sso-hidden">{description}</caption>
          <thead>
            <tr>
              <td />
              {Array.from({ length: 24 }, (_, at) => (
                <th scope="col">
                  <span class="sso-hidden">{hour(at)}</span>
                  {at % 6 === 0 ? <span aria-hidden="true">{hour(at)}</span> : null}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {hours.map((counts, row) => (
              <tr>
                <th scope="row">{name(row)}</th>
                {Array.from({ length: 24 }, (_, at) => {
                  const count = counts[at] ?? 0
                  return (
                    <td class={`sso-heat-${shadeOf(count, most)}`} title={`${name(row)} ${hour(at)}: ${count}`}>
                      <span class="sso-hidden">{count}</span>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

const shadeOf = (count: number, most: number): number => (count === 0 ? 0 : Math.ceil((count / most) * SHADES))
