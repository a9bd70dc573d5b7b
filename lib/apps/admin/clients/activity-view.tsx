/** The Activity tab: a client's audit entries, newest first. */
import { EmptyState } from '../../../web/ui/components/section.tsx'
import { Pager, type PagerProps } from '../../../web/ui/components/table.tsx'
import { Link } from '../../../web/ui/components/text.tsx'
import type { HasView, VNode } from '../../../web/ui/view.ts'
import { type ActivityRow, ActivityTable } from '../shell/activity-row-view.tsx'
import type { Framed } from '../shell/frame-view.tsx'
import { ClientFrame, type ClientHead } from './frame-view.tsx'

export interface ClientActivityProps extends Framed, PagerProps {
  readonly client: ClientHead
  readonly rows: readonly ActivityRow[]
}

export function ClientActivity(props: ClientActivityProps, { view }: HasView): VNode {
  const { frame, client, rows, nextHref, previousHref } = props
  const { activity } = view.t.client
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
        <ActivityTable caption={activity.caption} rows={rows} ofClient />
      )}
      {rows.length === 0 ? null : <Pager {...props} />}
      <p>
        <Link href={`${frame.root}/activity?client=${encodeURIComponent(client.id)}`}>{activity.filtered}</Link>
      </p>
    </ClientFrame>
  )
}
