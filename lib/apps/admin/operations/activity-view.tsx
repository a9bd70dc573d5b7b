/** The audit trail: one line per event, grouped by day. The title shows the integrity of the trail. */
import type { TrailState } from '../../../domain/audit/trail-check.ts'
import { LinkMenu } from '../../../web/ui/components/menu.tsx'
import { Banner, EmptyState } from '../../../web/ui/components/section.tsx'
import { Pager, type PagerProps } from '../../../web/ui/components/table.tsx'
import { Dot, Link } from '../../../web/ui/components/text.tsx'
import { clockTime, dayName, exactTime } from '../../../web/ui/texts/format/time.ts'
import { type HasView, isolate, type VNode } from '../../../web/ui/view.ts'
import { type ActivityRow, ActivityTable } from '../shell/activity-row-view.tsx'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { ActivityFilter, type ActivityFilterProps } from './activity-filter-view.tsx'
import type { BoundedCount } from './attention-view.tsx'

export interface ActivityProps extends Framed, PagerProps {
  readonly rows: readonly ActivityRow[]
  readonly filter: ActivityFilterProps
  /** True if the search text matches no user, client, request, or IP address. */
  readonly noMatch?: boolean
  /** URL of the list for all time; absent if the list already covers all time. */
  readonly anyTimeHref?: string | undefined
  readonly trail: TrailState
  /** The downloads of all entries that match, and how many these are. */
  readonly exports: BoundedCount & { readonly csv: string; readonly lines: string }
}

export function Activity(props: ActivityProps, { view }: HasView): VNode {
  const { frame, rows, filter, trail, exports } = props
  const t = view.t.operations.activity
  return (
    <AdminPage
      section="activity"
      title={t.title}
      wide
      actions={
        <>
          <TrailChip trail={trail} />
          {exports.count === 0 ? null : (
            <LinkMenu
              label={t.export(exports)}
              links={[
                { label: t.exportCsv, href: exports.csv },
                { label: t.exportLines, href: exports.lines },
              ]}
            />
          )}
        </>
      }
    >
      {trail.state === 'broken' ? (
        <Banner tone="danger">
          {t.broken({ seq: trail.seq })}{' '}
          <Link href={`${frame.root}/activity/${trail.seq}`}>{t.brokenEntry({ seq: trail.seq })}</Link>
        </Banner>
      ) : null}
      <ActivityFilter {...filter} />
      {filter.wrong.length > 0 ? null : rows.length === 0 ? (
        <Nothing {...props} />
      ) : (
        <ActivityTable caption={t.caption} rows={rows} />
      )}
      {rows.length === 0 ? null : <Pager {...props} />}
    </AdminPage>
  )
}

function Nothing({ filter, noMatch = false, anyTimeHref, nextHref }: ActivityProps, { view }: HasView): VNode {
  const t = view.t.operations.activity
  const { text, period, narrowed, kinds } = filter
  const isOpen = text === '' && narrowed.length === 0 && kinds.some(({ kind, current }) => current && kind === 'story')
  if (noMatch) {
    const title = filter.first === undefined ? t.noMatch({ query: isolate(text) }) : view.t.panel.noneYet
    return <EmptyState icon="search" title={title} text={t.noMatchHint} />
  }
  const older = nextHref === undefined ? undefined : <Link href={nextHref}>{t.older}</Link>
  const anyTime = anyTimeHref === undefined ? undefined : <Link href={anyTimeHref}>{t.anyTime}</Link>
  return (
    <EmptyState
      icon="activity"
      title={nextHref !== undefined ? t.notYet : isOpen && period === 'all' ? t.empty : t.emptyFiltered}
      action={older ?? anyTime}
    />
  )
}

/** The trail's integrity, as last verified in the background. */
function TrailChip({ trail }: { trail: TrailState }, { view }: HasView): VNode {
  const t = view.t.operations.activity
  const { locale, now } = view
  if (trail.state === 'verifying')
    return (
      <span class="sso-chip">
        <Dot tone="neutral" label={t.trail} />
        {t.verifying}
      </span>
    )
  const at = new Date(trail.at)
  const isToday = at.toISOString().slice(0, 10) === now.toISOString().slice(0, 10)
  const time = isToday ? clockTime(locale, at) : `${dayName(locale, at, now)} ${clockTime(locale, at)}`
  return (
    <span class="sso-chip" title={exactTime(locale, at)}>
      <Dot tone={trail.state === 'verified' ? 'ok' : 'danger'} label={t.trail} />
      {trail.state === 'verified' ? t.verified({ time, count: trail.entries }) : t.brokenChip({ time })}
    </span>
  )
}
