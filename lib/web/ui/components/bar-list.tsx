/** Things by their number: a table whose bars only repeat what its figures say, so it reads the same without them. */
import type { VNode } from 'preact'
import type { Viewed } from '../view.ts'
import { Section } from './section.tsx'
import { Table } from './table.tsx'

export interface BarListProps {
  readonly id: string
  readonly title: string
  /** One sentence that says what is counted. */
  readonly description: string
  readonly labelHeading: string
  readonly countHeading: string
  readonly rows: readonly { readonly label: string; readonly count: number }[]
}

export function BarList({
  id,
  title,
  description,
  labelHeading,
  countHeading,
  rows,
  view,
}: BarListProps & Viewed): VNode {
  const top = Math.max(1, ...rows.map(({ count }) => count))
  const number = new Intl.NumberFormat(view.locale)
  return (
    <Section id={id} title={title} lead={description}>
      <Table
        view={view}
        caption={title}
        compact
        rows={rows}
        columns={[
          {
            label: labelHeading,
            cell: ({ label, count }) => (
              <>
                <code dir="ltr">{label}</code>
                <svg class="sso-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                  <rect
                    class="sso-series-1"
                    x={view.dir === 'rtl' ? 100 - share(count, top) : 0}
                    width={share(count, top)}
                    height="4"
                  />
                </svg>
              </>
            ),
          },
          { label: countHeading, numeric: true, cell: ({ count }) => number.format(count) },
        ]}
      />
    </Section>
  )
}

function share(count: number, top: number): number {
  return Math.round((count / top) * 1000) / 10
}
