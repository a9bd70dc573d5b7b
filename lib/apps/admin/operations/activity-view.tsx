/** The audit trail (B9): filters, pages, and for each entry the way to what explains it. */
import type { VNode } from 'preact'
import type { AuditEventName } from '../../../domain/audit/events.ts'
import { Badge } from '../../../web/ui/components/badge.tsx'
import { Banner } from '../../../web/ui/components/banner.tsx'
import { Button, ButtonLink } from '../../../web/ui/components/button.tsx'
import { Select } from '../../../web/ui/components/choice.tsx'
import { DateTime } from '../../../web/ui/components/date-time.tsx'
import { EmptyState } from '../../../web/ui/components/empty-state.tsx'
import { ErrorSummary } from '../../../web/ui/components/error-summary.tsx'
import { Field } from '../../../web/ui/components/field.tsx'
import { Link } from '../../../web/ui/components/link.tsx'
import { Pager } from '../../../web/ui/components/pager.tsx'
import { Table } from '../../../web/ui/components/table.tsx'
import type { Viewed } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'

export interface ActivityRow {
  readonly seq: number
  readonly at: Date
  readonly event: AuditEventName
  readonly ok: boolean
  readonly actor?: string | undefined
  readonly client?: string | undefined
  readonly user?: string | undefined
  readonly address?: string | undefined
  readonly requestId?: string | undefined
  readonly ref?: string | undefined
}

export interface ActivityFilters {
  readonly group: string
  readonly result: string
  readonly client: string
  readonly user: string
  readonly since: string
  readonly until: string
}

export interface ActivityProps extends Framed {
  readonly rows: readonly ActivityRow[]
  readonly filters: ActivityFilters
  readonly filtered: boolean
  /** Filters that name no day. */
  readonly wrong?: readonly ('since' | 'until')[]
  readonly nextHref?: string | undefined
  readonly firstHref?: string | undefined
  readonly chain?: { readonly entries: number; readonly of: number } | { readonly brokenAt: number } | undefined
}

export function Activity({
  frame,
  rows,
  filters,
  filtered,
  wrong = [],
  nextHref,
  firstHref,
  chain,
  view,
}: ActivityProps & Viewed): VNode {
  const t = view.t.operations.activity
  const path = `${frame.root}/activity`
  const wrongText = { since: t.sinceWrong, until: t.untilWrong }
  const errorOf = (name: 'since' | 'until'): string | undefined => (wrong.includes(name) ? wrongText[name] : undefined)
  const groups = Object.entries(t.groups)
  return (
    <AdminPage
      frame={frame}
      section="activity"
      view={view}
      title={t.title}
      lead={t.lead}
      actions={
        <>
          <ButtonLink look="secondary" href={`${path}?verify=1`}>
            {t.verify}
          </ButtonLink>
          <ButtonLink look="secondary" href={`${path}/export`}>
            {t.exportAll}
          </ButtonLink>
        </>
      }
    >
      {chain === undefined ? null : 'brokenAt' in chain ? (
        <Banner tone="danger">{t.broken({ seq: chain.brokenAt })}</Banner>
      ) : (
        <Banner tone="ok">{chain.entries < chain.of ? t.chainPart(chain) : t.chain({ entries: chain.entries })}</Banner>
      )}
      <ErrorSummary faults={wrong.map((field) => ({ field, text: wrongText[field] }))} view={view} />
      <form class="sso-filters" method="get" action={path}>
        <Select
          id="group"
          name="group"
          label={t.group}
          value={filters.group}
          options={[{ value: '', label: t.anyGroup }, ...groups.map(([value, label]) => ({ value, label }))]}
        />
        <Select
          id="result"
          name="result"
          label={t.result}
          value={filters.result}
          options={[
            { value: '', label: t.anyResult },
            { value: 'ok', label: view.t.admin.result.ok },
            { value: 'refused', label: view.t.admin.result.refused },
          ]}
        />
        <Field
          id="client"
          name="client"
          label={t.client}
          view={view}
          input={{ value: filters.client, autocomplete: 'off', spellcheck: false }}
        />
        <Field
          id="user"
          name="user"
          label={t.user}
          view={view}
          input={{ value: filters.user, autocomplete: 'off', spellcheck: false }}
        />
        <Field
          id="since"
          name="since"
          label={t.since}
          error={errorOf('since')}
          view={view}
          input={{ value: filters.since, placeholder: '2026-01-31', autocomplete: 'off' }}
        />
        <Field
          id="until"
          name="until"
          label={t.until}
          error={errorOf('until')}
          view={view}
          input={{ value: filters.until, placeholder: '2026-01-31', autocomplete: 'off' }}
        />
        <div class="sso-row">
          <Button look="secondary">{t.filter}</Button>
          {filtered ? (
            <ButtonLink look="plain" href={path}>
              {view.t.panel.clearFilters}
            </ButtonLink>
          ) : null}
        </div>
      </form>
      {wrong.length > 0 ? null : rows.length === 0 ? (
        <EmptyState
          icon="activity"
          title={nextHref !== undefined ? t.notYet : filtered ? t.emptyFiltered : t.empty}
          action={nextHref === undefined ? undefined : <Link href={nextHref}>{t.older}</Link>}
        />
      ) : (
        <Table<ActivityRow>
          view={view}
          caption={t.caption}
          rows={rows}
          columns={[
            {
              label: t.what,
              cell: ({ event, ok, ref }) => (
                <>
                  {view.t.admin.events[event] ?? event}{' '}
                  {ok ? null : <Badge tone="warn">{ref ?? view.t.admin.result.refused}</Badge>}
                </>
              ),
            },
            {
              label: t.when,
              cell: ({ at, seq }) => (
                <Link href={`${path}/${seq}`}>
                  <DateTime at={at} view={view} />
                </Link>
              ),
            },
            {
              label: t.client,
              cell: ({ client }) =>
                client === undefined ? (
                  '–'
                ) : (
                  <Link href={`${path}?client=${encodeURIComponent(client)}`}>
                    <bdi>{client}</bdi>
                  </Link>
                ),
            },
            {
              label: t.user,
              cell: ({ user, actor }) =>
                user === undefined ? (
                  <bdi>{actor ?? '–'}</bdi>
                ) : (
                  <Link href={`${path}?user=${encodeURIComponent(user)}`}>
                    <bdi>{user}</bdi>
                  </Link>
                ),
            },
            { label: t.from, cell: ({ address }) => (address === undefined ? '–' : <bdi>{address}</bdi>) },
            {
              label: t.request,
              cell: ({ requestId, ok }) =>
                requestId === undefined ? (
                  '–'
                ) : ok ? (
                  <code>{requestId}</code>
                ) : (
                  <Link href={`${frame.root}/explain/${requestId}`}>
                    <code>{requestId}</code>
                  </Link>
                ),
            },
          ]}
        />
      )}
      <Pager view={view} previousHref={firstHref} nextHref={nextHref} />
    </AdminPage>
  )
}
