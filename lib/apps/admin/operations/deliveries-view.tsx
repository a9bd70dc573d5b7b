/** Sign-out notices by client and outcome: what fails stands first, with its reason and what to do. */
import type { VNode } from 'preact'
import { AppName, type AppView } from '../../../web/ui/components/apps.tsx'
import { Button, ButtonLink, Form, type FormTarget } from '../../../web/ui/components/form.tsx'
import { EmptyState } from '../../../web/ui/components/section.tsx'
import { Segments } from '../../../web/ui/components/segments.tsx'
import { type Column, Pager, Table } from '../../../web/ui/components/table.tsx'
import { Badge, DateTime, Link, type Tone } from '../../../web/ui/components/text.tsx'
import { isolate, rich } from '../../../web/ui/texts/format/words.ts'
import type { View, Viewed } from '../../../web/ui/view.ts'
import { safeUrl } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { DeliveryTabs } from './delivery-tabs-view.tsx'

export type OutcomeName = 'failed' | 'waiting' | 'delivered' | 'dropped'
const TONES: Record<OutcomeName, Tone> = { failed: 'danger', waiting: 'warn', delivered: 'ok', dropped: 'neutral' }

export interface GroupRow {
  readonly clientId: string
  /** Leads to these notices. */
  readonly app: AppView
  readonly outcome: OutcomeName
  readonly count: number
  /** How the newest was answered. */
  readonly reason?: string | undefined
  readonly since: Date
  /** The client has an address that notices go to. */
  readonly reachable: boolean
}

export interface DeliveryGroupsProps extends Framed {
  readonly rows: readonly GroupRow[]
  /** What clients are looked for by. */
  readonly text: string
  readonly outcome: OutcomeName | 'all'
  readonly retry: FormTarget
  readonly test: FormTarget
  readonly nextHref?: string | undefined
  readonly firstHref?: string | undefined
}

export function DeliveryGroups(props: DeliveryGroupsProps & Viewed): VNode {
  const { frame, rows, text, outcome, nextHref, firstHref, view } = props
  const t = view.t.operations.deliveries
  const path = `${frame.root}/deliveries`
  const filtered = text !== '' || outcome !== 'all'
  const oldest = rows.reduce((least, { since }) => Math.min(least, since.getTime()), Infinity)
  return (
    <AdminPage
      frame={frame}
      section="deliveries"
      view={view}
      title={t.title}
      wide
      actions={<DeliveryTabs root={frame.root} current="notices" view={view} />}
    >
      <div class="sso-bar-line">
        <OutcomeSegments path={path} hidden={text === '' ? {} : { q: text }} outcome={outcome} view={view} />
        <form class="sso-search-line" role="search" method="get" action={safeUrl(path)} aria-label={t.find}>
          {outcome === 'all' ? null : <input type="hidden" name="state" value={outcome} />}
          <input
            class="sso-input"
            type="search"
            name="q"
            aria-label={t.find}
            value={text}
            placeholder={t.findHint}
            autocomplete="off"
            spellcheck={false}
          />
          <Button look="secondary">{view.t.panel.search}</Button>
          {filtered ? (
            <ButtonLink look="plain" href={path}>
              {view.t.panel.clearFilters}
            </ButtonLink>
          ) : null}
        </form>
      </div>
      {rows.length === 0 ? (
        <NoNotices filtered={filtered} nextHref={nextHref} view={view} />
      ) : (
        <Table<GroupRow> view={view} caption={t.caption} rows={rows} columns={columnsOf(props, view)} />
      )}
      {nextHref === undefined || rows.length === 0 ? null : (
        <p class="sso-fine">{rich(t.counts, { since: <DateTime at={new Date(oldest)} view={view} /> })}</p>
      )}
      <Pager view={view} previousHref={firstHref} nextHref={nextHref} />
    </AdminPage>
  )
}

export function OutcomeSegments({
  path,
  hidden,
  outcome: now,
  view,
}: { path: string; hidden: Readonly<Record<string, string>>; outcome: OutcomeName | 'all' } & Viewed): VNode {
  const t = view.t.operations.deliveries
  return (
    <Segments
      label={t.outcome}
      segments={(['all', ...Object.keys(TONES)] as (OutcomeName | 'all')[]).map((outcome) => {
        const parameters = new URLSearchParams(outcome === 'all' ? hidden : { ...hidden, state: outcome }).toString()
        return {
          label: t.outcomes[outcome],
          href: parameters === '' ? path : `${path}?${parameters}`,
          current: outcome === now,
        }
      })}
    />
  )
}

export function NoNotices({
  filtered,
  nextHref,
  view,
}: { filtered: boolean; nextHref?: string | undefined } & Viewed): VNode {
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
      cell: ({ outcome, count }) => <Badge tone={TONES[outcome]}>{t.counted[outcome]({ count })}</Badge>,
    },
    {
      label: t.reason,
      fit: 'main',
      cell: ({ reason }) => (reason === undefined ? '–' : <span title={reason}>{reason}</span>),
    },
    { label: t.since, cell: ({ since }) => <DateTime at={since} view={view} /> },
    ...(frame.mayChange
      ? [
          {
            label: t.actions,
            cell: ({ clientId, app, outcome, reachable }: GroupRow) =>
              reachable ? (
                <span class="sso-acts">
                  {outcome === 'failed' ? (
                    <ClientAct target={retry} clientId={clientId} spoken={t.retryAllOf({ client: isolate(app.name) })}>
                      {t.retryAll}
                    </ClientAct>
                  ) : null}
                  <ClientAct target={test} clientId={clientId} spoken={t.testOf({ client: isolate(app.name) })}>
                    {t.test}
                  </ClientAct>
                </span>
              ) : (
                '–'
              ),
          },
        ]
      : []),
  ]
}

export function ClientAct({
  target,
  clientId,
  spoken,
  look = 'plain',
  children,
}: {
  target: FormTarget
  clientId: string
  spoken: string
  look?: 'plain' | 'secondary'
  children: string
}): VNode {
  return (
    <Form target={{ action: target.action, hidden: { ...target.hidden, client: clientId } }} class="sso-inline">
      <Button look={look} spoken={spoken}>
        {children}
      </Button>
    </Form>
  )
}
