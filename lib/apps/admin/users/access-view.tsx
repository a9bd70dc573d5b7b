/** The apps a user can open, with the role that gives access, the last sign-in, and the granted scopes. */
import type { Entry } from '../../../../policies/app-access.ts'
import { EmptyState } from '../../../web/ui/components/section.tsx'
import { type Column, Pager, type PagerProps, Table } from '../../../web/ui/components/table.tsx'
import { Badge, Link } from '../../../web/ui/components/text.tsx'
import type { HasView, View, VNode } from '../../../web/ui/view.ts'
import type { Framed } from '../shell/frame-view.tsx'
import { type AppUseProps, type ReviewDownloadProps, ReviewDownloads, useColumns } from '../shell/review-view.tsx'
import { BelowUser, RoleBadges, type UserHead, userName } from './user-props.tsx'

export interface ReviewedApp extends AppUseProps {
  readonly name: string
  readonly clientId: string
  readonly href: string
  readonly by: Entry
  readonly disabled: boolean
  /** Scopes granted to the app. */
  readonly scopes: readonly string[]
}

export interface UserAccessProps extends Framed, ReviewDownloadProps, PagerProps {
  readonly user: UserHead
  readonly rows: readonly ReviewedApp[]
  readonly hasHostRule: boolean
}

export function UserAccess(props: UserAccessProps, { view }: HasView): VNode {
  const { user, rows, hasHostRule, nextHref, csvHref, ndjsonHref } = props
  const { review, client } = view.t
  return (
    <BelowUser
      user={user}
      title={review.ofUser({ name: userName(user) })}
      heading={review.title}
      wide
      actions={<ReviewDownloads csvHref={csvHref} ndjsonHref={ndjsonHref} />}
    >
      <p class="sso-row">
        <RoleBadges roles={user.roles} none={review.noRoles} />
      </p>
      {hasHostRule ? <p class="sso-hint">{client.access.hostRule}</p> : null}
      {rows.length === 0 ? (
        <EmptyState icon="app" title={nextHref === undefined ? review.nothing : review.nothingHere} />
      ) : (
        <Table<ReviewedApp> caption={review.title} rows={rows} columns={columnsOf(view)} />
      )}
      <Pager {...props} />
      <p class="sso-fine">
        {review.lastUsedNote} {review.heldNote}
      </p>
    </BelowUser>
  )
}

function columnsOf(view: View): readonly Column<ReviewedApp>[] {
  const { review, users, clients } = view.t
  return [
    {
      label: review.app,
      fit: 'main',
      cell: ({ name, clientId, href }) => (
        <span title={clientId}>
          <Link href={href}>
            <bdi>{name}</bdi>
          </Link>
        </span>
      ),
    },
    { label: review.by, fit: 'text', narrow: 'line', cell: ({ by }) => <ByRole by={by} /> },
    ...useColumns(view),
    {
      label: review.allowed,
      fit: 'text',
      cell: ({ scopes }) =>
        scopes.length > 0 && (
          <bdi dir="ltr" title={scopes.join(' ')}>
            {scopes.join(' ')}
          </bdi>
        ),
    },
    {
      label: users.columns.status,
      narrow: 'line-end',
      cell: ({ disabled }) => (disabled ? <Badge tone="danger">{clients.states.disabled}</Badge> : null),
    },
  ]
}

function ByRole({ by }: { by: Entry }, { view: { t } }: HasView): VNode {
  if (by === 'all-users') return <>{t.review.allUsers}</>
  if (by === 'none') return <Badge tone="warn">{t.review.noLonger}</Badge>
  return <bdi title={by.join(', ')}>{by.join(', ')}</bdi>
}
