/** The ledger of logout notifications (B10). */
import type { VNode } from 'preact'
import type { Tone } from '../../../components/badge.tsx'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { DateTime } from '../../../components/date-time.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Form, type FormTarget } from '../../../components/form.tsx'
import { Link } from '../../../components/link.tsx'
import { Pager } from '../../../components/pager.tsx'
import { Table } from '../../../components/table.tsx'
import type { Viewed } from '../../../view.ts'
import { AdminPage, type Framed } from '../admin-page.tsx'

type State = 'held' | 'due' | 'leased' | 'delivered' | 'failed' | 'dropped'
const TONES: Record<State, Tone> = { held: 'neutral', due: 'warn', leased: 'info', delivered: 'ok', failed: 'danger', dropped: 'neutral' }

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
}

export interface DeliveriesProps extends Framed {
  readonly rows: readonly DeliveryRow[]
  readonly form: FormTarget
  readonly nextHref?: string | undefined
}

export function DeliveryList({ frame, rows, form, nextHref, view }: DeliveriesProps & Viewed): VNode {
  const t = view.t.operations.deliveries
  return (
    <AdminPage frame={frame} section="deliveries" view={view} title={t.title} lead={t.lead}>
      {rows.length === 0 ? <EmptyState icon="mail" title={t.empty} text={t.emptyHint} /> : (
        <Table<DeliveryRow>
          view={view} caption={t.caption} rows={rows}
          columns={[
            { label: t.client, cell: ({ clientId }) => <Link href={`${frame.root}/deliveries?client=${encodeURIComponent(clientId)}`}><bdi>{clientId}</bdi></Link> },
            { label: t.state, cell: ({ state }) => <Badge tone={TONES[state]}>{t.states[state]}</Badge> },
            { label: t.tries, numeric: true, cell: ({ tries }) => String(tries) },
            { label: t.last, cell: ({ last, lastMs, tries }) => (tries === 0 ? '–' : <bdi>{last ?? t.noAnswer}{lastMs === undefined ? '' : ` · ${lastMs} ms`}</bdi>) },
            { label: t.next, cell: ({ nextAt }) => (nextAt === undefined ? '–' : <DateTime at={nextAt} view={view} />) },
            { label: t.user, cell: ({ user }) => <bdi>{user}</bdi> },
            { label: t.created, cell: ({ createdAt }) => <DateTime at={createdAt} view={view} /> },
            ...(frame.mayChange ? [{
              label: t.retry,
              cell: ({ id, state, clientId }: DeliveryRow) => (state === 'failed' || state === 'due' ? (
                <Form target={{ action: form.action, hidden: { ...form.hidden, id } }} class="sso-inline">
                  <Button look="secondary"><span aria-hidden="true">{t.retry}</span><span class="sso-hidden">{t.retryOf({ client: clientId })}</span></Button>
                </Form>
              ) : '–'),
            }] : []),
          ]}
        />
      )}
      <Pager view={view} nextHref={nextHref} />
    </AdminPage>
  )
}
