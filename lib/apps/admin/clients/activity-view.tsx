/** The Activity tab: a client's audit entries with their changes, newest first. */
import type { AuditEventName } from '../../../domain/audit/events.ts'
import { Who, type WhoView } from '../../../web/ui/components/apps.tsx'
import { EmptyState } from '../../../web/ui/components/section.tsx'
import { Pager, type PagerProps, Table } from '../../../web/ui/components/table.tsx'
import { Badge, DateTime, Link } from '../../../web/ui/components/text.tsx'
import type { HasView, VNode } from '../../../web/ui/view.ts'
import type { Framed } from '../shell/frame-view.tsx'
import { ClientFrame, type ClientHead } from './frame-view.tsx'

export interface ActivityRow {
  readonly seq: string
  readonly at: Date
  readonly event: AuditEventName
  readonly result: 'ok' | 'refused'
  /** Absent if the actor is unknown. */
  readonly who: WhoView | undefined
  readonly requestId?: string | undefined
  readonly ref?: string | undefined
  readonly changes: readonly { readonly label: string; readonly from: string; readonly to: string }[]
}

export interface ClientActivityProps extends Framed, PagerProps {
  readonly client: ClientHead
  readonly rows: readonly ActivityRow[]
}

export function ClientActivity(props: ClientActivityProps, { view }: HasView): VNode {
  const { frame, client, rows, nextHref, previousHref } = props
  const { activity } = view.t.client
  const { admin } = view.t
  const empty = nextHref === undefined && previousHref === undefined
  return (
    <ClientFrame client={client} tab="activity">
      {rows.length === 0 ? (
        <EmptyState
          icon="activity"
          title={activity.emptyTitle}
          text={empty ? activity.emptyText : activity.notYet}
          action={nextHref === undefined ? undefined : <Link href={nextHref}>{activity.older}</Link>}
        />
      ) : (
        <Table
          caption={activity.caption}
          rows={rows}
          prose
          columns={[
            {
              label: activity.event,
              fit: 'main',
              cell: (row) => (
                <>
                  <Badge tone={row.result === 'ok' ? 'neutral' : 'danger'}>{admin.events[row.event]}</Badge>
                  {row.changes.map((change) => (
                    <span class="sso-sub">
                      <bdi>{activity.change(change)}</bdi>
                    </span>
                  ))}
                  {row.ref === undefined ? null : <span class="sso-sub">{refTitle(row.ref, view)}</span>}
                </>
              ),
            },
            {
              label: activity.time,
              cell: ({ at, seq }) => (
                <Link href={`${frame.root}/activity/${seq}`}>
                  <DateTime at={at} />
                </Link>
              ),
            },
            {
              label: activity.who,
              fit: 'text',
              cell: ({ who }) => (who === undefined ? view.t.panel.none : <Who who={who} />),
            },
            {
              label: activity.request,
              cell: ({ requestId, result }) =>
                requestId === undefined || result === 'ok' ? (
                  view.t.panel.none
                ) : (
                  <Link href={`${frame.root}/explain/${encodeURIComponent(requestId)}`}>{activity.why}</Link>
                ),
            },
          ]}
        />
      )}
      {rows.length === 0 ? null : <Pager {...props} />}
    </ClientFrame>
  )
}

/** The error reference's title, or the reference itself if it has none. */
const refTitle = (ref: string, { t }: HasView['view']): string =>
  Object.hasOwn(t.errorRefs, ref) ? t.errorRefs[ref as keyof typeof t.errorRefs].title : ref
