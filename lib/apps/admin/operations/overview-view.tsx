/** What has happened lately, in numbers and pictures. */
import type { VNode } from 'preact'
import { BarList } from '../../../web/ui/components/bar-list.tsx'
import { ButtonLink } from '../../../web/ui/components/button.tsx'
import { Chart } from '../../../web/ui/components/chart.tsx'
import { EmptyState } from '../../../web/ui/components/empty-state.tsx'
import { Link } from '../../../web/ui/components/link.tsx'
import { Section, Stat } from '../../../web/ui/components/section.tsx'
import { Table } from '../../../web/ui/components/table.tsx'
import type { Viewed } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { Attention, type AttentionProps } from './attention-view.tsx'

export interface OverviewDay {
  /** `2026-11-21` */
  readonly day: string
  readonly signIns: number
  readonly failedSignIns: number
  readonly tokenErrors: number
  readonly errors: number
}

/** A number that may not have been counted to its end. */
export interface Counted {
  readonly count: number
  readonly counted: 'all' | 'at-least'
}

export interface OverviewProps extends Framed {
  /** Oldest first; the last one is today. */
  readonly days: readonly OverviewDay[]
  readonly errorsByCode: readonly { readonly code: string; readonly count: number }[]
  readonly errorDays: number
  readonly topClients: readonly { readonly clientId: string; readonly name: string; readonly count: number }[]
  /** Who is signed in now. */
  readonly people: Counted
  /** Of the last 24 hours. */
  readonly failedDeliveries: Counted
  readonly attention: Omit<AttentionProps, 'root'>
}

export function Overview(props: OverviewProps & Viewed): VNode {
  const { frame, days, errorsByCode, errorDays, topClients, people, failedDeliveries, attention, view } = props
  const t = view.t.operations.overview
  const [yesterday, today] = [days.at(-2), days.at(-1)]
  const number = new Intl.NumberFormat(view.locale)
  const stat = (label: string, value: (day: OverviewDay) => number, href: string): VNode => {
    const [now, before] = [today === undefined ? 0 : value(today), yesterday === undefined ? 0 : value(yesterday)]
    return (
      <Stat
        label={label}
        value={number.format(now)}
        change={t.more({
          direction: now > before ? 'more' : now < before ? 'fewer' : 'same',
          difference: Math.abs(now - before),
        })}
        href={`${frame.root}${href}`}
      />
    )
  }
  const told = ({ count, counted }: Counted): string => number.format(count) + (counted === 'all' ? '' : '+')
  const nothing = days.every((day) => day.signIns + day.failedSignIns + day.errors === 0)
  return (
    <AdminPage frame={frame} section="overview" view={view} title={t.title}>
      <div class="sso-stats">
        {stat(t.signIns, (day) => day.signIns, '/activity?group=sign-in&result=ok')}
        <Stat label={t.people} value={told(people)} href={`${frame.root}/sessions`} />
        {stat(t.tokenErrors, (day) => day.tokenErrors, '/activity?group=request&result=refused')}
        <Stat label={t.failedDeliveries} value={told(failedDeliveries)} href={`${frame.root}/deliveries`} />
      </div>
      {nothing ? (
        <EmptyState
          icon="chart"
          title={t.empty}
          text={t.emptyHint}
          action={frame.mayChange ? <ButtonLink href={`${frame.root}/clients/new`}>{t.create}</ButtonLink> : undefined}
        />
      ) : (
        <>
          <Chart
            id="per-day"
            title={t.perDay}
            description={t.perDayHint({ days: days.length })}
            series={[t.succeeded, t.refused]}
            labelHeading={t.day}
            view={view}
            points={days.map(({ day, signIns, failedSignIns }) => ({
              label: day.slice(5),
              values: [signIns, failedSignIns],
            }))}
          />
          <div class="sso-columns">
            <Attention root={frame.root} {...attention} view={view} />
            <div class="sso-stack">
              {errorsByCode.length === 0 ? null : (
                <BarList
                  id="by-code"
                  title={t.byCode}
                  description={t.byCodeHint({ days: errorDays })}
                  labelHeading={t.code}
                  countHeading={t.number}
                  rows={errorsByCode.map(({ code, count }) => ({ label: code, count }))}
                  view={view}
                />
              )}
              {topClients.length === 0 ? null : (
                <Section id="top-clients" title={t.topClients}>
                  <Table
                    view={view}
                    caption={t.topClients}
                    compact
                    rows={topClients}
                    columns={[
                      {
                        label: t.client,
                        cell: (row) => (
                          <Link href={`${frame.root}/clients/${row.clientId}/overview`}>
                            <bdi>{row.name}</bdi>
                          </Link>
                        ),
                      },
                      { label: t.number, numeric: true, cell: (row) => number.format(row.count) },
                    ]}
                  />
                </Section>
              )}
            </div>
          </div>
        </>
      )}
      {nothing && attention.items.length > 0 ? <Attention root={frame.root} {...attention} view={view} /> : null}
    </AdminPage>
  )
}
