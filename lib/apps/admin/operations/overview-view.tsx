/** The overview: broken apps, today compared with last week, the apps' success rates, and less urgent issues. */
import type { AppCounts, UserCounts } from '../../../domain/metrics/overview-counts.ts'
import { AppName } from '../../../web/ui/components/apps.tsx'
import { DayChart } from '../../../web/ui/components/day-chart.tsx'
import { ButtonLink } from '../../../web/ui/components/form.tsx'
import { HeatMap } from '../../../web/ui/components/heat-map.tsx'
import { Ring } from '../../../web/ui/components/ring.tsx'
import { EmptyState, Section, Stat } from '../../../web/ui/components/section.tsx'
import { Sparkline } from '../../../web/ui/components/sparkline.tsx'
import { Table } from '../../../web/ui/components/table.tsx'
import { Segments } from '../../../web/ui/components/tabs.tsx'
import { DateTime, Link } from '../../../web/ui/components/text.tsx'
import { causeTitle, percent, rich } from '../../../web/ui/texts/format/words.ts'
import type { HasView, VNode } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { Attention, type AttentionProps, type BoundedCount, More } from './attention-view.tsx'
import { EmailIncident, type EmailOutageView, Incidents, type IncidentView } from './incidents-view.tsx'

/** The numbers of days that the chart can show. */
export const chartPeriods = [14, 30, 90] as const

export interface OverviewDay {
  /** A UTC day, such as `2026-11-21`. */
  readonly day: string
  readonly signIns: number
  readonly failedSignIns: number
}

/** Today so far, and the same weekday last week up to the same time. */
export interface Compared {
  readonly today: number
  readonly lastWeek: number
}

export interface OverviewProps extends Framed {
  /** When clients and users were last counted; absent until the first count is complete. */
  readonly countedAt: Date | undefined
  readonly incidents: readonly IncidentView[]
  /** Undefined if emails are sent. */
  readonly emails?: EmailOutageView | undefined
  readonly signIns: Compared
  readonly failedSignIns: Compared
  readonly people: BoundedCount
  /** In the last 24 hours. */
  readonly failedDeliveries: BoundedCount
  /** Oldest first. The last entry is today. */
  readonly days: readonly OverviewDay[]
  /** Sign-ins by hour: seven rows, starting with Monday. */
  readonly hours: readonly (readonly number[])[]
  /** Worst first. */
  readonly apps: readonly AppCounts[]
  /** Number of incidents, and of apps, that are not listed. */
  readonly more?: { readonly apps: number; readonly incidents: number }
  readonly attention: Omit<AttentionProps, 'root'>
  /** Absent if a host's directory stores the users. */
  readonly secondStep?: ({ readonly users: number; readonly mustSetUp: number } & UserCounts['secondStep']) | undefined
}

export function Overview(props: OverviewProps, { view }: HasView): VNode {
  const { frame, countedAt, incidents, days, attention } = props
  const t = view.t.operations.overview
  const nothing = days.every((day) => day.signIns + day.failedSignIns === 0) && props.apps.length === 0
  return (
    <AdminPage section="overview" title={t.title} wide>
      {props.emails && <EmailIncident outage={props.emails} href={`${frame.root}/emails?state=waiting`} />}
      <Incidents incidents={incidents} />
      <More count={props.more?.incidents ?? 0} href={`${frame.root}/clients`} />
      <Stats {...props} />
      {nothing ? (
        <EmptyState
          icon="chart"
          title={t.empty}
          text={t.emptyHint}
          action={
            frame.mayChange ? (
              <ButtonLink look="primary" href={`${frame.root}/clients/new`}>
                {t.create}
              </ButtonLink>
            ) : undefined
          }
        />
      ) : (
        <>
          <DayChart
            id="per-day"
            title={t.perDay}
            description={t.perDayHint({ days: days.length })}
            series={[
              { label: t.succeeded, kind: 'plain' },
              { label: t.refused, kind: 'refused' },
            ]}
            days={days.map((day) => ({
              day: day.day,
              values: [day.signIns, day.failedSignIns],
              href: `${frame.root}/activity?group=sign-in&since=${day.day}&until=${day.day}`,
            }))}
            aside={
              <Segments
                label={t.period}
                segments={chartPeriods.map((period) => ({
                  label: t.daysOf({ days: period }),
                  href: period === chartPeriods[0] ? `${frame.root}/` : `${frame.root}/?days=${period}`,
                  current: period === days.length,
                }))}
              />
            }
          />
          <Apps {...props} />
          <div class="sso-columns">
            <Attention root={frame.root} {...attention} />
            <SecondStep {...props} />
          </div>
          <HeatMap id="hours" title={t.hours} description={t.hoursHint} hours={props.hours} />
        </>
      )}
      {nothing && attention.service.length + attention.reasons.length > 0 ? (
        <Attention root={frame.root} {...attention} />
      ) : null}
      <p class="sso-fine">
        {countedAt === undefined ? t.counting : rich(t.countedAt, { when: <DateTime at={countedAt} /> })}
      </p>
    </AdminPage>
  )
}

function Stats(props: OverviewProps, { view }: HasView): VNode {
  const { frame, signIns, failedSignIns, people, failedDeliveries, days } = props
  const t = view.t.operations.overview
  const number = new Intl.NumberFormat(view.locale)
  const text = ({ count, counted }: BoundedCount): string => number.format(count) + (counted === 'all' ? '' : '+')
  const recent = days.slice(-14)
  return (
    <div class="sso-stats">
      <Stat
        label={t.signIns}
        value={number.format(signIns.today)}
        change={changeOf(signIns, view)}
        picture={<Sparkline values={recent.map((day) => day.signIns)} />}
        href={`${frame.root}/activity?group=sign-in&result=ok&period=today`}
      />
      <Stat
        label={t.failedSignIns}
        value={number.format(failedSignIns.today)}
        change={changeOf(failedSignIns, view)}
        picture={<Sparkline values={recent.map((day) => day.failedSignIns)} />}
        href={`${frame.root}/activity?group=sign-in&result=refused&period=today`}
      />
      <Stat label={t.people} value={text(people)} href={`${frame.root}/sessions`} />
      <Stat
        label={t.failedDeliveries}
        value={text(failedDeliveries)}
        change={t.lastDay}
        href={`${frame.root}/deliveries?state=failed`}
      />
    </div>
  )
}

/** Compares equal periods, for example a Monday morning with the previous Monday morning. */
function changeOf({ today, lastWeek }: Compared, { t: { operations }, locale }: HasView['view']): string {
  const t = operations.overview
  if (lastWeek === 0) return today === 0 ? t.same : t.noneThen
  if (today === lastWeek) return t.same
  const share = percent(locale, Math.abs(today - lastWeek) / lastWeek)
  return today > lastWeek ? t.more({ share }) : t.fewer({ share })
}

function Apps({ frame, apps, more }: OverviewProps, { view }: HasView): VNode {
  const t = view.t.operations.overview
  const number = new Intl.NumberFormat(view.locale)
  return (
    <Section id="apps" title={t.apps}>
      {apps.length === 0 ? (
        <p class="sso-muted">{t.noApps}</p>
      ) : (
        <Table
          caption={t.apps}
          rows={apps}
          columns={[
            {
              label: t.client,
              fit: 'main',
              cell: ({ clientId, name }) => (
                <AppName
                  app={{
                    name,
                    title: clientId,
                    href: `${frame.root}/clients/${encodeURIComponent(clientId)}/overview`,
                  }}
                />
              ),
            },
            {
              label: t.trend,
              narrow: 'line',
              cell: ({ days, started, completed }) => <Sparkline values={days} failing={completed < started / 2} />,
            },
            { label: t.started, numeric: true, narrow: 'line', cell: ({ started }) => number.format(started) },
            {
              label: t.success,
              numeric: true,
              narrow: 'end',
              cell: ({ started, completed }) =>
                started > 0 && (
                  <span class={completed < started / 2 ? 'sso-text-danger' : undefined}>
                    {percent(view.locale, Math.min(1, completed / started))}
                  </span>
                ),
            },
            {
              label: t.error,
              fit: 'main',
              narrow: 'line',
              cell: ({ error }) =>
                error && (
                  <span title={causeTitle(error.ref, view)}>
                    {t.errorOf({ cause: causeTitle(error.ref, view), count: error.count })}
                  </span>
                ),
            },
          ]}
        />
      )}
      <More count={more?.apps ?? 0} href={`${frame.root}/clients`} />
    </Section>
  )
}

function SecondStep({ frame, secondStep }: OverviewProps, { view }: HasView): VNode | null {
  const t = view.t.operations.overview.secondStep
  if (secondStep === undefined || secondStep.users === 0) return null
  const { users, any, passkey, authenticator, mustSetUp } = secondStep
  return (
    <Section id="second-step" title={t.title}>
      <Ring
        share={any / users}
        label={percent(view.locale, any / users)}
        lines={[t.any({ count: any, users }), t.passkey({ count: passkey }), t.authenticator({ count: authenticator })]}
      />
      {mustSetUp === 0 ? null : (
        <p>
          <Link href={`${frame.root}/two-step-verification`}>{t.mustSetUp({ count: mustSetUp })}</Link>
        </p>
      )}
    </Section>
  )
}
