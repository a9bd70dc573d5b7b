/** One audit entry on one line: event, user, app, IP address, and time. */
import type { AuditEventName } from '../../../domain/audit/events.ts'
import { AppName, type AppView, Who, type WhoView } from '../../../web/ui/components/apps.tsx'
import { type Column, Table } from '../../../web/ui/components/table.tsx'
import { ClockTime, Dot, type DotTone, Link } from '../../../web/ui/components/text.tsx'
import { dayName } from '../../../web/ui/texts/format/time.ts'
import { type HasView, rich, type View, type VNode } from '../../../web/ui/view.ts'

export interface ActivityRow {
  readonly at: Date
  readonly event: AuditEventName
  /** Marks a success, a denial, or a change by an administrator. */
  readonly tone: DotTone
  /** Reason for a denial. */
  readonly because?: string | undefined
  /** The user affected by an administrative operation, or the change. */
  readonly about?: string | undefined
  /** Number of denials combined in this row, and the list of them, if they are separate entries. */
  readonly count: number
  readonly countHref?: string | undefined
  readonly followed?: { readonly events: readonly AuditEventName[]; readonly href: string } | undefined
  readonly who?: WhoView | undefined
  readonly app?: AppView | undefined
  readonly address?: string | undefined
  /** URL of the page with the details: the entry, or the explanation of a denied request. */
  readonly href: string
  readonly entryHref: string
}

interface ActivityTableProps {
  readonly caption: string
  readonly rows: readonly ActivityRow[]
  /** Whether all entries are about one client, so that the column of clients is omitted. */
  readonly ofClient?: boolean
}

export function ActivityTable({ caption, rows, ofClient = false }: ActivityTableProps, { view }: HasView): VNode {
  const columns = columnsOf(view).filter(({ label }) => !ofClient || label !== view.t.operations.activity.client)
  return <Table<ActivityRow> caption={caption} rows={rows} columns={columns} groupOf={({ at }) => dayOf(at, view)} />
}

function columnsOf({ t: { operations } }: View): readonly Column<ActivityRow>[] {
  const t = operations.activity
  return [
    { label: t.what, fit: 'main', cell: (row) => <What row={row} /> },
    { label: t.who, fit: 'text', narrow: 'line', cell: ({ who }) => (who === undefined ? null : <Who who={who} />) },
    {
      label: t.client,
      fit: 'text',
      narrow: 'line',
      cell: ({ app }) => (app === undefined ? null : <AppName app={app} />),
    },
    {
      label: t.from,
      cell: ({ address }) =>
        address && (
          <bdi class="sso-from" title={address}>
            {address}
          </bdi>
        ),
    },
    {
      label: t.when,
      numeric: true,
      narrow: 'end',
      cell: ({ at, entryHref }) => (
        <Link href={entryHref} class="sso-when">
          <ClockTime at={at} />
        </Link>
      ),
    },
  ]
}

function dayOf(at: Date, { locale, now, t }: View): string {
  const { today, yesterday } = t.operations.activity
  const day = dayName(locale, at, now)
  const days = Math.floor(now.getTime() / 86_400_000) - Math.floor(at.getTime() / 86_400_000)
  return days === 0 ? today({ day }) : days === 1 ? yesterday({ day }) : day
}

function What({ row }: { row: ActivityRow }, { view }: HasView): VNode {
  const { activity } = view.t.operations
  const { events } = view.t.admin
  const { tone, event, because, about, count, countHref, followed, href } = row
  const name = events[event] ?? event
  const detail = because ?? about
  return (
    <span class="sso-what">
      <Dot tone={tone} label={activity.tones[tone]} />
      <Link href={href}>
        {detail === undefined
          ? name
          : rich(activity.detailed, {
              what: name,
              detail: (
                <strong>
                  <bdi>{detail}</bdi>
                </strong>
              ),
            })}
      </Link>
      {count === 1 ? null : countHref === undefined ? (
        <span class="sso-chip">{activity.times({ count })}</span>
      ) : (
        <Link href={countHref} class="sso-chip">
          {activity.times({ count })}
        </Link>
      )}
      {followed === undefined ? null : (
        <Link href={followed.href} class="sso-followed">
          {followed.events.map((one) => (
            <>
              <span aria-hidden="true"> · </span>
              {activity.followed[one as keyof typeof activity.followed] ?? events[one]}
            </>
          ))}
          <span class="sso-hidden">{activity.showFollowed({ count: followed.events.length })}</span>
        </Link>
      )}
    </span>
  )
}
