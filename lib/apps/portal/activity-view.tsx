/** What happened with the account lately. */
import type { VNode } from 'preact'
import type { AuditEventName } from '../../domain/audit/events.ts'
import { Badge } from '../../web/ui/components/badge.tsx'
import { Banner } from '../../web/ui/components/banner.tsx'
import { DateTime } from '../../web/ui/components/date-time.tsx'
import { EmptyState } from '../../web/ui/components/empty-state.tsx'
import { Link } from '../../web/ui/components/link.tsx'
import { Table } from '../../web/ui/components/table.tsx'
import type { Messages } from '../../web/ui/texts/catalogue.ts'
import type { Viewed } from '../../web/ui/view.ts'
import { type InPortal, PortalPage } from './frame-view.tsx'

export interface ActivityView {
  readonly at: Date
  readonly event: AuditEventName
  readonly ok: boolean
  readonly app?: string | undefined
  readonly address?: string | undefined
}

export interface PortalActivityProps extends InPortal {
  readonly entries: readonly ActivityView[]
}

export function PortalActivity({ frame, entries, view }: PortalActivityProps & Viewed): VNode {
  const t = view.t.portal.activity
  return (
    <PortalPage frame={frame} section="activity" view={view} title={t.title} lead={t.lead}>
      <Banner>
        {t.unfamiliar} <Link href={`${frame.root}/secure`}>{t.unfamiliarHint}</Link>
      </Banner>
      {entries.length === 0 ? (
        <EmptyState icon="activity" title={t.empty} />
      ) : (
        <Table<ActivityView>
          prose
          view={view}
          caption={t.caption}
          rows={entries}
          columns={[
            {
              label: t.what,
              cell: ({ event, ok }) => (
                <>
                  {textFor(event, view.t)}{' '}
                  {ok || SAYS_REFUSED.includes(event) ? null : <Badge tone="warn">{t.refused}</Badge>}
                </>
              ),
            },
            { label: t.when, cell: ({ at }) => <DateTime at={at} view={view} /> },
            { label: t.app, cell: ({ app }) => (app === undefined ? '–' : <bdi>{app}</bdi>) },
            { label: t.from, cell: ({ address }) => (address === undefined ? '–' : <bdi>{address}</bdi>) },
          ]}
        />
      )}
    </PortalPage>
  )
}

/** Whose texts already say that it did not happen. */
const SAYS_REFUSED: readonly AuditEventName[] = [
  'sign-in.failed',
  'sign-in.throttled',
  'consent.declined',
  'token.replayed',
  'request.refused',
]

/** What administrators read in terms of the protocol, users read as what it means for them. */
function textFor(event: AuditEventName, { portal, admin }: Messages): string {
  const own: Readonly<Partial<Record<AuditEventName, string>>> = portal.activity.events
  return own[event] ?? admin.events[event]
}
