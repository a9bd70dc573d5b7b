/** Live sessions: of everybody by pages, or of one user. */
import type { VNode } from 'preact'
import { ButtonLink } from '../../../web/ui/components/button.tsx'
import { DateTime } from '../../../web/ui/components/date-time.tsx'
import { EmptyState } from '../../../web/ui/components/empty-state.tsx'
import { Field } from '../../../web/ui/components/field.tsx'
import { Filter } from '../../../web/ui/components/filter.tsx'
import { Link } from '../../../web/ui/components/link.tsx'
import { Pager } from '../../../web/ui/components/pager.tsx'
import { Table } from '../../../web/ui/components/table.tsx'
import type { Viewed } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'

export interface SessionRow {
  readonly uid: string
  readonly subject: string
  readonly user: string
  readonly device: string
  readonly address: string
  readonly startedAt: Date
  readonly seenAt: Date
  readonly apps: readonly string[]
}

export interface SessionsProps extends Framed {
  readonly rows: readonly SessionRow[]
  /** Of the page that asks before anything ends; it goes back to the same user. */
  readonly endHref: string
  /** The user that was looked for. */
  readonly user: string
  readonly nextHref?: string | undefined
}

export function SessionList({ frame, rows, endHref, user, nextHref, view }: SessionsProps & Viewed): VNode {
  const t = view.t.operations.sessions
  const path = `${frame.root}/sessions`
  const ending = (of: Readonly<Record<string, string>>): string =>
    `${endHref}${endHref.includes('?') ? '&' : '?'}${new URLSearchParams(of).toString()}`
  return (
    <AdminPage frame={frame} section="sessions" view={view} title={t.title} lead={t.lead}>
      <Filter action={path} submit={view.t.panel.search} view={view}>
        <Field
          id="user"
          name="user"
          label={t.find}
          view={view}
          input={{ value: user, autocomplete: 'off', spellcheck: false }}
        />
      </Filter>
      {rows.length === 0 ? (
        <EmptyState icon="device" title={user === '' ? t.empty : t.emptyFor({ user })} />
      ) : (
        <Table<SessionRow>
          view={view}
          caption={t.caption}
          rows={rows}
          columns={[
            {
              label: t.user,
              cell: ({ user: name, subject }) => (
                <Link href={`${path}?user=${encodeURIComponent(subject)}`}>
                  <bdi>{name}</bdi>
                </Link>
              ),
            },
            {
              label: t.device,
              cell: ({ device, address }) => (
                <span>
                  <bdi>{device}</bdi>
                  <span class="sso-sub">
                    <bdi>{address}</bdi>
                  </span>
                </span>
              ),
            },
            { label: t.started, cell: ({ startedAt }) => <DateTime at={startedAt} view={view} /> },
            { label: t.seen, cell: ({ seenAt }) => <DateTime at={seenAt} view={view} /> },
            { label: t.apps, cell: ({ apps }) => <bdi>{apps.length === 0 ? '–' : apps.join(', ')}</bdi> },
            ...(frame.mayChange
              ? [
                  {
                    label: t.end,
                    cell: ({ uid, subject, user: name }: SessionRow) => (
                      <ButtonLink
                        look="secondary"
                        href={ending({ scope: 'session', subject, uid })}
                        spoken={t.endOf({ user: name })}
                      >
                        {t.end}
                      </ButtonLink>
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
      {user !== '' && rows[0] !== undefined && frame.mayChange ? (
        <div class="sso-row">
          <ButtonLink look="danger" href={ending({ scope: 'everywhere', subject: rows[0].subject })}>
            {t.endAll}
          </ButtonLink>
        </div>
      ) : null}
      <Pager view={view} nextHref={nextHref} />
    </AdminPage>
  )
}
