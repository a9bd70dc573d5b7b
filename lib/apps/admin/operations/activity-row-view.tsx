/** One audit entry on one line: event, user, app, IP address, and time. */
import type { AuditEventName } from '../../../domain/audit/events.ts'
import { AppName, type AppView, Who, type WhoView } from '../../../web/ui/components/apps.tsx'
import type { Column } from '../../../web/ui/components/table.tsx'
import { ClockTime, Dot, type DotTone, Link } from '../../../web/ui/components/text.tsx'
import { type ComponentChildren, type HasView, rich, type View, type VNode } from '../../../web/ui/view.ts'

export interface ActivityRow {
  readonly at: Date
  readonly event: AuditEventName
  /** Marks a success, a denial, or a change by an administrator. */
  readonly tone: DotTone
  /** Reason for a denial. */
  readonly because?: string | undefined
  /** The user affected by an administrative operation. */
  readonly about?: string | undefined
  /** Number of denials combined in this entry. */
  readonly count: number
  readonly followed?: { readonly events: readonly AuditEventName[]; readonly href: string } | undefined
  readonly who?: WhoView | undefined
  readonly app?: AppView | undefined
  readonly address?: string | undefined
  /** URL of the page with the details: the entry, or the explanation of a denied request. */
  readonly href: string
  readonly entryHref: string
}

export function activityColumns(view: View): readonly Column<ActivityRow>[] {
  const t = view.t.operations.activity
  return [
    { label: t.what, fit: 'main', cell: (row) => <What row={row} /> },
    { label: t.who, fit: 'text', cell: (row) => whoOf(row, view) },
    { label: t.client, fit: 'text', cell: ({ app }) => app && <AppName app={app} /> },
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
      cell: ({ at, entryHref }) => (
        <Link href={entryHref} class="sso-when">
          <ClockTime at={at} />
        </Link>
      ),
    },
  ]
}

function whoOf({ who, event }: ActivityRow, { t }: View): ComponentChildren {
  if (who !== undefined) return <Who who={who} />
  return event === 'request.refused' ? <span class="sso-muted">{t.operations.activity.noUser}</span> : undefined
}

function What({ row }: { row: ActivityRow }, { view }: HasView): VNode {
  const { activity } = view.t.operations
  const { events } = view.t.admin
  const { tone, event, because, about, count, followed, href } = row
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
      {count === 1 ? null : <span class="sso-chip">{activity.times({ count })}</span>}
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
