/** The sign-out notices to one client, newest first, each with its user and attempts. */
import { AppName, type AppView, Who, type WhoView } from '../../../web/ui/components/apps.tsx'
import { ActForm, type FormTarget } from '../../../web/ui/components/form.tsx'
import { type Column, Pager, type PagerProps, Table } from '../../../web/ui/components/table.tsx'
import { Badge, DateTime, Link, type Tone } from '../../../web/ui/components/text.tsx'
import { type TriesProps, TryDots } from '../../../web/ui/components/tries.tsx'
import { type ComponentChildren, type HasView, isolate, type View, type VNode } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { NoNotices, type OutcomeName, OutcomeSegments } from './deliveries-view.tsx'

export type DeliveryState = 'held' | 'due' | 'leased' | 'delivered' | 'failed' | 'dropped'
export const DELIVERY_TONES: Record<DeliveryState, Tone> = {
  held: 'neutral',
  due: 'warn',
  leased: 'info',
  delivered: 'ok',
  failed: 'danger',
  dropped: 'neutral',
}

export interface DeliveryRow {
  readonly id: string
  readonly href: string
  /** Absent for a test notice. */
  readonly who?: WhoView | undefined
  readonly state: DeliveryState
  /** Whether the notice has failed. Only failed notices can be retried. */
  readonly failed: boolean
  readonly tries: TriesProps
  /** The most recent response. */
  readonly answer?: string | undefined
  readonly createdAt: Date
}

export interface ClientDeliveriesProps extends Framed, PagerProps {
  readonly clientId: string
  readonly app: AppView
  readonly outcome: OutcomeName | 'all'
  readonly rows: readonly DeliveryRow[]
  readonly retry: FormTarget
  readonly test: FormTarget
  /** Whether the client has a URL for receiving sign-out notices. */
  readonly reachable: boolean
}

export function ClientDeliveries(props: ClientDeliveriesProps, { view }: HasView): VNode {
  const { frame, clientId, app, outcome, rows, retry, test, reachable, nextHref } = props
  const t = view.t.operations.deliveries
  const path = `${frame.root}/deliveries`
  const client = isolate(app.name)
  return (
    <AdminPage
      section="deliveries"
      title={t.titleOf({ client })}
      crumbs={[{ label: t.title, href: path }]}
      wide
      actions={
        frame.mayChange && reachable ? (
          <>
            {rows.some(({ state }) => state === 'failed') ? (
              <ActForm form={retry} fields={{ client: clientId }} spoken={t.retryAllOf({ client })}>
                {t.retryAll}
              </ActForm>
            ) : null}
            <ActForm form={test} fields={{ client: clientId }} spoken={t.testOf({ client })}>
              {t.test}
            </ActForm>
          </>
        ) : undefined
      }
    >
      <div class="sso-bar-line">
        <OutcomeSegments path={path} hidden={{ client: clientId }} outcome={outcome} labels={t.outcomes} />
        <AppName app={app} />
      </div>
      {rows.length === 0 ? (
        <NoNotices filtered nextHref={nextHref} />
      ) : (
        <Table<DeliveryRow> caption={t.captionOf({ client })} rows={rows} columns={columnsOf(props, view)} />
      )}
      {frame.mayChange && reachable ? <p class="sso-fine">{t.testHint}</p> : null}
      <Pager {...props} />
    </AdminPage>
  )
}

function columnsOf(
  { frame, rows, retry, reachable }: ClientDeliveriesProps,
  view: View,
): readonly Column<DeliveryRow>[] {
  const t = view.t.operations.deliveries
  const spoken = ({ failed, who }: DeliveryRow): string | undefined =>
    failed ? t.retryOf({ user: isolate(who?.name ?? t.testBadge) }) : undefined
  return [
    {
      label: t.user,
      fit: 'main',
      cell: ({ who, href }) =>
        who === undefined ? (
          <Link href={href}>
            <Badge>{t.testBadge}</Badge>
          </Link>
        ) : (
          <Who who={{ ...who, href }} />
        ),
    },
    { label: t.created, narrow: 'end', cell: ({ createdAt }) => <DateTime at={createdAt} /> },
    {
      label: t.state,
      narrow: 'line',
      cell: ({ state }) => <Badge tone={DELIVERY_TONES[state]}>{t.states[state]}</Badge>,
    },
    { label: t.tries, cell: ({ tries }) => <TryDots {...tries} /> },
    {
      label: t.reason,
      fit: 'main',
      narrow: 'line',
      cell: ({ answer }) => answer && <span title={answer}>{answer}</span>,
    },
    { label: t.next, cell: ({ tries: { nextAt } }) => nextAt && <DateTime at={nextAt} /> },
    ...(frame.mayChange && reachable ? retryColumns(rows, retry, t, spoken) : []),
  ]
}

/**
 * The column of retry buttons; empty if nothing has failed.
 * @param spoken the button's full accessible label; undefined for a row without a button
 */
export function retryColumns<Row extends { readonly id: string }>(
  rows: readonly Row[],
  form: FormTarget,
  texts: { readonly actions: string; readonly retry: string },
  spoken: (row: Row) => string | undefined,
): readonly Column<Row>[] {
  if (rows.every((row) => spoken(row) === undefined)) return []
  const cell = (row: Row): ComponentChildren => {
    const words = spoken(row)
    return (
      words && (
        <ActForm form={form} fields={{ id: row.id }} look="plain" spoken={words}>
          {texts.retry}
        </ActForm>
      )
    )
  }
  return [{ label: texts.actions, narrow: 'line-end', cell }]
}
