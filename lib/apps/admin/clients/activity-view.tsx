/** The tab Activity: what the audit trail has of one client, newest first, with what was changed. */
import type { ComponentChildren, VNode } from 'preact'
import type { AuditEventName } from '../../../domain/audit/events.ts'
import { Badge } from '../../../web/ui/components/badge.tsx'
import { DateTime } from '../../../web/ui/components/date-time.tsx'
import { EmptyState } from '../../../web/ui/components/empty-state.tsx'
import { Link } from '../../../web/ui/components/link.tsx'
import { Pager } from '../../../web/ui/components/pager.tsx'
import { Table } from '../../../web/ui/components/table.tsx'
import type { Viewed } from '../../../web/ui/view.ts'
import type { Framed } from '../shell/frame-view.tsx'
import type { ClientHead } from './client-props.ts'
import { ClientFrame } from './frame-view.tsx'

export interface ActivityRow {
  readonly seq: string
  readonly at: Date
  readonly event: AuditEventName
  readonly result: 'ok' | 'refused'
  readonly who: string
  readonly requestId?: string | undefined
  readonly ref?: string | undefined
  readonly changes: readonly { readonly label: string; readonly from: string; readonly to: string }[]
}

export interface ClientActivityProps extends Framed {
  readonly client: ClientHead
  readonly rows: readonly ActivityRow[]
  readonly nextHref?: string | undefined
  readonly firstHref?: string | undefined
}

export function ClientActivity({
  frame,
  client,
  rows,
  nextHref,
  firstHref,
  view,
}: ClientActivityProps & Viewed): VNode {
  const { activity } = view.t.client
  const { admin } = view.t
  const empty = nextHref === undefined && firstHref === undefined
  return (
    <ClientFrame frame={frame} client={client} tab="activity" view={view}>
      {rows.length === 0 ? (
        <EmptyState
          icon="activity"
          title={activity.emptyTitle}
          text={empty ? activity.emptyText : activity.notYet}
          action={nextHref === undefined ? undefined : <Link href={nextHref}>{activity.older}</Link>}
        />
      ) : (
        <Table
          view={view}
          caption={activity.caption}
          rows={rows}
          columns={[
            {
              label: activity.event,
              cell: (row) => (
                <>
                  {admin.events[row.event]}
                  {row.changes.map((change) => (
                    <span class="sso-sub">
                      <bdi>{activity.change(change)}</bdi>
                    </span>
                  ))}
                  {row.ref === undefined ? null : <code class="sso-sub">{row.ref}</code>}
                </>
              ),
            },
            {
              label: activity.time,
              cell: ({ at, seq }) => (
                <Link href={`${frame.root}/activity/${seq}`}>
                  <DateTime at={at} view={view} />
                </Link>
              ),
            },
            { label: activity.who, cell: ({ who }) => <bdi>{who}</bdi> },
            {
              label: activity.result,
              cell: ({ result }) => <Badge tone={result === 'ok' ? 'ok' : 'danger'}>{admin.result[result]}</Badge>,
            },
            { label: activity.request, cell: ({ requestId }) => requestLink(frame.root, requestId, view.t.panel.none) },
          ]}
        />
      )}
      {rows.length === 0 ? null : <Pager view={view} previousHref={firstHref} nextHref={nextHref} />}
    </ClientFrame>
  )
}

function requestLink(root: string, requestId: string | undefined, none: string): ComponentChildren {
  if (requestId === undefined) return none
  return (
    <Link href={`${root}/activity?request_id=${encodeURIComponent(requestId)}`}>
      <code dir="ltr">{requestId}</code>
    </Link>
  )
}
