/** Sign-out notices by client and outcome. Failures come first, with the reason and a suggested fix. */
import { AppName, type AppView } from '../../../web/ui/components/apps.tsx'
import { SearchLine } from '../../../web/ui/components/filter.tsx'
import { ActForm, type FormTarget } from '../../../web/ui/components/form.tsx'
import { EmptyState } from '../../../web/ui/components/section.tsx'
import { type Column, Pager, type PagerProps, Table } from '../../../web/ui/components/table.tsx'
import { Segments } from '../../../web/ui/components/tabs.tsx'
import { Badge, DateTime, Link, type Tone } from '../../../web/ui/components/text.tsx'
import { type HasView, isolate, rich, type View, type VNode } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { FirstMatches } from './search-view.tsx'

export type OutcomeName = 'failed' | 'waiting' | 'delivered' | 'dropped'
const TONES: Record<OutcomeName, Tone> = { failed: 'danger', waiting: 'warn', delivered: 'ok', dropped: 'neutral' }

export interface GroupRow {
  readonly clientId: string
  /** The app, with a link to the notices in this row. */
  readonly app: AppView
  readonly outcome: OutcomeName
  readonly count: number
  /** The response to the most recent notice. */
  readonly reason?: string | undefined
  readonly since: Date
  /** Whether the client has a URL for receiving sign-out notices. */
  readonly reachable: boolean
}

export interface DeliveryGroupsProps extends Framed, PagerProps {
  readonly rows: readonly GroupRow[]
  /** Search text for clients. */
  readonly text: string
  /** Number of clients whose names match and that were looked up, if more clients match. */
  readonly first?: number | undefined
  readonly outcome: OutcomeName | 'all'
  readonly retry: FormTarget
  readonly test: FormTarget
}

export function DeliveryGroups(props: DeliveryGroupsProps, { view }: HasView): VNode {
  const { frame, rows, text, first, outcome, nextHref } = props
  const t = view.t.operations.deliveries
  const path = `${frame.root}/deliveries`
  const filtered = text !== '' || outcome !== 'all'
  const oldest = rows.reduce((least, { since }) => Math.min(least, since.getTime()), Infinity)
  return (
    <AdminPage section="deliveries" title={t.title} wide actions={<DeliveryTabs root={frame.root} current="notices" />}>
      <div class="sso-bar-line">
        <OutcomeSegments path={path} hidden={text === '' ? {} : { q: text }} outcome={outcome} labels={t.outcomes} />
        <SearchLine
          action={path}
          label={t.find}
          placeholder={t.findHint}
          query={text}
          submit={view.t.panel.search}
          hidden={{ state: outcome === 'all' ? undefined : outcome }}
          filtered={filtered}
        />
      </div>
      <FirstMatches count={first} />
      {rows.length === 0 ? (
        <NoNotices filtered={filtered} nextHref={nextHref} />
      ) : (
        <Table<GroupRow> caption={t.caption} rows={rows} columns={columnsOf(props, view)} />
      )}
      {nextHref === undefined || rows.length === 0 ? null : (
        <p class="sso-fine">{rich(t.counts, { since: <DateTime at={new Date(oldest)} /> })}</p>
      )}
      <Pager {...props} />
    </AdminPage>
  )
}

interface OutcomeSegmentsProps {
  readonly path: string
  readonly hidden?: Readonly<Record<string, string>>
  readonly outcome: OutcomeName | 'all'
  readonly labels: Readonly<Record<OutcomeName | 'all', string>>
}

export function OutcomeSegments(props: OutcomeSegmentsProps, { view }: HasView): VNode {
  const { path, hidden = {}, outcome: now, labels } = props
  const outcomes = ['all', ...Object.keys(TONES)] as readonly (OutcomeName | 'all')[]
  return (
    <Segments
      label={view.t.operations.deliveries.outcome}
      segments={outcomes.map((outcome) => {
        const parameters = new URLSearchParams(outcome === 'all' ? hidden : { ...hidden, state: outcome }).toString()
        return {
          label: labels[outcome],
          href: parameters === '' ? path : `${path}?${parameters}`,
          current: outcome === now,
        }
      })}
    />
  )
}

export function NoNotices(props: { filtered: boolean; nextHref?: string | undefined }, { view }: HasView): VNode {
  const { filtered, nextHref } = props
  const t = view.t.operations.deliveries
  return (
    <EmptyState
      icon="mail"
      title={nextHref !== undefined ? t.notYet : filtered ? t.emptyFiltered : t.empty}
      text={filtered ? undefined : t.emptyHint}
      action={nextHref === undefined ? undefined : <Link href={nextHref}>{t.older}</Link>}
    />
  )
}

function columnsOf({ frame, retry, test }: DeliveryGroupsProps, view: View): readonly Column<GroupRow>[] {
  const t = view.t.operations.deliveries
  return [
    { label: t.client, fit: 'text', cell: ({ app }) => <AppName app={app} /> },
    {
      label: t.outcome,
      narrow: 'line',
      cell: ({ outcome, count }) => <Badge tone={TONES[outcome]}>{t.counted[outcome]({ count })}</Badge>,
    },
    {
      label: t.reason,
      fit: 'main',
      narrow: 'line',
      cell: ({ reason }) => reason && <span title={reason}>{reason}</span>,
    },
    { label: t.since, narrow: 'end', cell: ({ since }) => <DateTime at={since} /> },
    ...(frame.mayChange
      ? [
          {
            label: t.actions,
            cell: ({ clientId, app, outcome, reachable }: GroupRow) =>
              reachable && (
                <span class="sso-acts">
                  {outcome === 'failed' ? (
                    <ActForm
                      form={retry}
                      fields={{ client: clientId }}
                      look="plain"
                      spoken={t.retryAllOf({ client: isolate(app.name) })}
                    >
                      {t.retryAll}
                    </ActForm>
                  ) : null}
                  <ActForm
                    form={test}
                    fields={{ client: clientId }}
                    look="plain"
                    spoken={t.testOf({ client: isolate(app.name) })}
                  >
                    {t.test}
                  </ActForm>
                </span>
              ),
          },
        ]
      : []),
  ]
}

export function DeliveryTabs(props: { root: string; current: 'notices' | 'emails' }, { view }: HasView): VNode {
  const { root, current } = props
  const { tabs } = view.t.operations.emails
  return (
    <Segments
      label={tabs.label}
      segments={[
        { label: tabs.notices, href: `${root}/deliveries`, current: current === 'notices' },
        { label: tabs.emails, href: `${root}/emails`, current: current === 'emails' },
      ]}
    />
  )
}
