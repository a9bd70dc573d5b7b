/** What happened with the account lately (C7). */
import type { VNode } from 'preact'
import type { AuditEventName } from '../../../audit/events.ts'
import { Badge } from '../../components/badge.tsx'
import { Banner } from '../../components/banner.tsx'
import { DateTime } from '../../components/date-time.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Link } from '../../components/link.tsx'
import { Table } from '../../components/table.tsx'
import type { Messages } from '../../i18n/catalogue.ts'
import type { Viewed } from '../../view.ts'
import { type InPortal, PortalPage } from './portal-page.tsx'

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
          view={view}
          caption={t.caption}
          rows={entries}
          columns={[
            {
              label: t.what,
              cell: ({ event, ok }) => (
                <>
                  {wordsFor(event, view.t)}{' '}
                  {ok || TELLS_ITSELF.includes(event) ? null : <Badge tone="warn">{t.refused}</Badge>}
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

/** Whose words already say that it did not happen. */
const TELLS_ITSELF: readonly AuditEventName[] = [
  'sign-in.failed',
  'sign-in.throttled',
  'consent.declined',
  'token.replayed',
  'request.refused',
]

/** What administrators read as protocol is told to people as what it means for them. */
function wordsFor(event: AuditEventName, { portal, admin }: Messages): string {
  const own: Readonly<Partial<Record<AuditEventName, string>>> = portal.activity.events
  return own[event] ?? admin.events[event]
}
