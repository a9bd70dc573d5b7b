/** Active sessions of all users (paginated), of matching users, or of one user. The most recently used come first. */
import { AppName, type AppView, Who, type WhoView } from '../../../web/ui/components/apps.tsx'
import { SearchLine } from '../../../web/ui/components/filter.tsx'
import { ButtonLink, LinkRow } from '../../../web/ui/components/form.tsx'
import { EmptyState } from '../../../web/ui/components/section.tsx'
import { Pager, type PagerProps, Table } from '../../../web/ui/components/table.tsx'
import { DateTime, Link } from '../../../web/ui/components/text.tsx'
import { listOf } from '../../../web/ui/texts/format/time.ts'
import type { HasView, View, VNode } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { FirstMatches } from './search-view.tsx'

export interface SessionRow {
  readonly uid: string
  readonly subject: string
  readonly who: WhoView
  readonly device: string
  readonly address: string
  readonly startedAt: Date
  readonly seenAt: Date
  readonly apps: readonly AppView[]
}

export interface SessionsProps extends Framed, PagerProps {
  readonly rows: readonly SessionRow[]
  /** URL of the confirmation page, which returns to the list for the same user. */
  readonly endHref: string
  /** Search text for users. */
  readonly text: string
  /** Number of users whose names match and whose sessions are listed, if more users match. */
  readonly first?: number | undefined
  /** The user whose sessions are listed, if the list is limited to one user. */
  readonly of?: { readonly subject: string; readonly name: string } | undefined
  /** If there are too many sessions to sort, they are listed by account. */
  readonly order: 'last-seen' | 'account'
}

export function SessionList(props: SessionsProps, { view }: HasView): VNode {
  const { frame, rows, endHref, text, first, of, order, previousHref, nextHref } = props
  const t = view.t.operations.sessions
  const path = `${frame.root}/sessions`
  const ending = (one: Readonly<Record<string, string>>): string =>
    `${endHref}${endHref.includes('?') ? '&' : '?'}${new URLSearchParams(one).toString()}`
  const whose = of?.name ?? text
  return (
    <AdminPage section="sessions" title={t.title} wide>
      <SearchLine
        action={path}
        label={t.find}
        placeholder={t.findHint}
        query={whose}
        submit={view.t.panel.search}
        filtered={whose !== ''}
      />
      <FirstMatches count={first} />
      {rows.length === 0 ? (
        <EmptyState
          icon="device"
          title={nextHref !== undefined ? t.noneYet : whose === '' ? t.empty : t.emptyFor({ user: whose })}
          action={nextHref === undefined ? undefined : <Link href={nextHref}>{view.t.panel.next}</Link>}
        />
      ) : (
        <Table<SessionRow> caption={t.caption} rows={rows} columns={columnsOf(props, view, ending)} />
      )}
      {of !== undefined && rows[0] !== undefined && frame.mayChange ? (
        <LinkRow href={ending({ scope: 'everywhere', subject: rows[0].subject })}>{t.endAll}</LinkRow>
      ) : null}
      {order === 'account' && rows.length > 0 ? <p class="sso-fine">{t.byAccount}</p> : null}
      {rows.length === 0 ? null : <Pager previousHref={previousHref} nextHref={nextHref} />}
    </AdminPage>
  )
}

function columnsOf(
  { frame }: SessionsProps,
  view: View,
  ending: (one: Readonly<Record<string, string>>) => string,
): Parameters<typeof Table<SessionRow>>[0]['columns'] {
  const t = view.t.operations.sessions
  return [
    {
      label: t.user,
      fit: 'main',
      cell: ({ who, subject }) => (
        <Who who={{ ...who, href: `${frame.root}/sessions?user=${encodeURIComponent(subject)}` }} />
      ),
    },
    {
      label: t.device,
      narrow: 'line',
      cell: ({ device, address }) => (
        <span title={address}>
          <bdi>{device}</bdi>
        </span>
      ),
    },
    { label: t.apps, fit: 'main', narrow: 'line', cell: ({ apps }) => <Apps apps={apps} /> },
    { label: t.started, cell: ({ startedAt }) => <DateTime at={startedAt} /> },
    { label: t.seen, narrow: 'end', cell: ({ seenAt }) => <DateTime at={seenAt} /> },
    ...(frame.mayChange
      ? [
          {
            label: t.end,
            narrow: 'line-end' as const,
            cell: ({ uid, subject, who }: SessionRow) => (
              <ButtonLink
                look="plain"
                href={ending({ scope: 'session', subject, uid })}
                spoken={t.endOf({ user: who.name })}
              >
                {t.end}
              </ButtonLink>
            ),
          },
        ]
      : []),
  ]
}

/** The name of the first app, and the number of other apps, with their names in a tooltip. */
function Apps({ apps }: { apps: readonly AppView[] }, { view }: HasView): VNode {
  const [first, ...others] = apps
  if (first === undefined) return <span class="sso-muted">{view.t.panel.none}</span>
  return (
    <span
      class="sso-more"
      title={listOf(
        view.locale,
        apps.map(({ name }) => name),
      )}
    >
      <AppName app={first} />
      {others.length === 0 ? null : (
        <span class="sso-muted">{view.t.operations.sessions.more({ count: others.length })}</span>
      )}
    </span>
  )
}
