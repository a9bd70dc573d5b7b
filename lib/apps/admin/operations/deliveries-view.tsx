/** The ledger of logout notifications. */
import type { VNode } from 'preact'
import { Badge, type Tone } from '../../../web/ui/components/badge.tsx'
import { Button } from '../../../web/ui/components/button.tsx'
import { Select } from '../../../web/ui/components/choice.tsx'
import { DateTime } from '../../../web/ui/components/date-time.tsx'
import { EmptyState } from '../../../web/ui/components/empty-state.tsx'
import { Field } from '../../../web/ui/components/field.tsx'
import { Filter, optionsOf } from '../../../web/ui/components/filter.tsx'
import { Form, type FormTarget } from '../../../web/ui/components/form.tsx'
import { Link } from '../../../web/ui/components/link.tsx'
import { Pager } from '../../../web/ui/components/pager.tsx'
import { type Column, Table } from '../../../web/ui/components/table.tsx'
import { isolate } from '../../../web/ui/texts/format/rich.ts'
import type { View, Viewed } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'

type State = 'held' | 'due' | 'leased' | 'delivered' | 'failed' | 'dropped'
const TONES: Record<State, Tone> = {
  held: 'neutral',
  due: 'warn',
  leased: 'info',
  delivered: 'ok',
  failed: 'danger',
  dropped: 'neutral',
}

export interface DeliveryRow {
  readonly id: string
  readonly clientId: string
  readonly user: string
  readonly sid: string
  readonly state: State
  readonly tries: number
  /** Status or reason of the last try. */
  readonly last?: string | undefined
  readonly lastMs?: number | undefined
  readonly nextAt?: Date | undefined
  readonly createdAt: Date
  readonly occasion?: 'session-end' | 'test'
}

export interface DeliveriesProps extends Framed {
  readonly rows: readonly DeliveryRow[]
  readonly form: FormTarget
  /** What is filtered by; empty for all. */
  readonly client: string
  readonly state: string
  /** Sends the client a test; absent where there is no address to send it to. */
  readonly test?: { readonly form: FormTarget; readonly name: string } | undefined
  readonly nextHref?: string | undefined
  readonly firstHref?: string | undefined
}

export function DeliveryList(props: DeliveriesProps & Viewed): VNode {
  const { frame, rows, client, state, test, nextHref, firstHref, view } = props
  const t = view.t.operations.deliveries
  const path = `${frame.root}/deliveries`
  const filtered = client !== '' || state !== ''
  return (
    <AdminPage frame={frame} section="deliveries" view={view} title={t.title} lead={t.lead}>
      <Filter action={path} label={t.filter} submit={t.filter} filtered={filtered} view={view}>
        <Field
          id="client"
          name="client"
          label={t.client}
          view={view}
          input={{ value: client, autocomplete: 'off', spellcheck: false }}
        />
        <Select id="state" name="state" label={t.state} value={state} options={optionsOf(t.anyState, t.states)} />
      </Filter>
      {test === undefined || !frame.mayChange ? null : (
        <Form target={test.form} class="sso-row">
          <Button look="secondary">{t.test({ client: isolate(test.name) })}</Button>
          <p class="sso-hint">{t.testHint}</p>
        </Form>
      )}
      {rows.length === 0 ? (
        <EmptyState
          icon="mail"
          title={nextHref !== undefined ? t.notYet : filtered ? t.emptyFiltered : t.empty}
          text={filtered ? undefined : t.emptyHint}
          action={nextHref === undefined ? undefined : <Link href={nextHref}>{t.older}</Link>}
        />
      ) : (
        <Table<DeliveryRow> view={view} caption={t.caption} rows={rows} columns={columnsOf(props, view)} />
      )}
      <Pager view={view} previousHref={firstHref} nextHref={nextHref} />
    </AdminPage>
  )
}

function columnsOf({ frame, form }: DeliveriesProps, view: View): readonly Column<DeliveryRow>[] {
  const t = view.t.operations.deliveries
  return [
    {
      label: t.client,
      cell: ({ clientId, user, occasion }) => (
        <span>
          <Link href={`${frame.root}/deliveries?client=${encodeURIComponent(clientId)}`}>
            <bdi>{clientId}</bdi>
          </Link>
          {occasion === 'test' ? (
            <>
              {' '}
              <Badge>{t.testBadge}</Badge>
            </>
          ) : (
            <bdi class="sso-sub">{user}</bdi>
          )}
        </span>
      ),
    },
    { label: t.state, cell: ({ state }) => <Badge tone={TONES[state]}>{t.states[state]}</Badge> },
    { label: t.tries, numeric: true, cell: ({ tries }) => String(tries) },
    {
      label: t.last,
      cell: ({ last, lastMs, tries }) =>
        tries === 0 ? (
          '–'
        ) : (
          <>
            <bdi>{last ?? t.noAnswer}</bdi>
            {lastMs === undefined ? '' : ` · ${t.took({ ms: lastMs })}`}
          </>
        ),
    },
    { label: t.next, cell: ({ nextAt }) => (nextAt === undefined ? '–' : <DateTime at={nextAt} view={view} />) },
    { label: t.created, cell: ({ createdAt }) => <DateTime at={createdAt} view={view} /> },
    ...(frame.mayChange
      ? [
          {
            label: t.retry,
            cell: ({ id, state, clientId }: DeliveryRow) =>
              state === 'failed' || state === 'due' ? (
                <Form target={{ action: form.action, hidden: { ...form.hidden, id } }} class="sso-inline">
                  <Button look="secondary" spoken={t.retryOf({ client: clientId })}>
                    {t.retry}
                  </Button>
                </Form>
              ) : (
                '–'
              ),
          },
        ]
      : []),
  ]
}
