/** An app's access review: its users, the role that gives each of them access, and their last sign-in. */

import { Who } from '../../../web/ui/components/apps.tsx'
import { EmptyState, Section } from '../../../web/ui/components/section.tsx'
import { type Column, Pager, type PagerProps, Table } from '../../../web/ui/components/table.tsx'
import { Badge } from '../../../web/ui/components/text.tsx'
import { listOf } from '../../../web/ui/texts/format/time.ts'
import { type HasView, rich, type View, type VNode } from '../../../web/ui/view.ts'
import type { Framed } from '../shell/frame-view.tsx'
import { type AppUseProps, type ReviewDownloadProps, ReviewDownloads, useColumns } from '../shell/review-view.tsx'
import { ClientFrame, type ClientHead } from './frame-view.tsx'

export interface ReviewedUser extends AppUseProps {
  readonly name: string
  readonly username: string
  readonly email: string | undefined
  readonly href: string
  /** The roles that give access; empty if all users have access. */
  readonly by: readonly string[]
  readonly suspended: boolean
}

export interface ClientReviewProps extends Framed, ReviewDownloadProps, PagerProps {
  readonly client: ClientHead
  /** Users need one of these roles; undefined if all users have access. */
  readonly roles: readonly string[] | undefined
  readonly hasHostRule: boolean
  /** Undefined if the directory cannot list users. */
  readonly rows: readonly ReviewedUser[] | undefined
}

export function ClientReview(props: ClientReviewProps, { view }: HasView): VNode {
  const { client, roles, hasHostRule, rows, nextHref, csvHref, ndjsonHref } = props
  const { review, client: texts } = view.t
  return (
    <ClientFrame client={client} tab="scopes">
      <Section
        id="review"
        title={review.title}
        actions={rows === undefined ? undefined : <ReviewDownloads csvHref={csvHref} ndjsonHref={ndjsonHref} />}
      >
        <p>
          {roles === undefined
            ? texts.access.allUsersText
            : rich(texts.access.onlyRoles, {
                roles: <bdi dir="ltr">{listOf(view.locale, roles) || view.t.panel.none}</bdi>,
              })}
        </p>
        {hasHostRule ? <p class="sso-hint">{texts.access.hostRule}</p> : null}
        {rows === undefined ? (
          <EmptyState icon="user" title={review.unlisted} text={review.unlistedText} />
        ) : rows.length === 0 ? (
          <EmptyState icon="user" title={nextHref === undefined ? review.noUsers : review.noUsersHere} />
        ) : (
          <Table<ReviewedUser> caption={review.title} rows={rows} columns={columnsOf(view)} />
        )}
        <Pager {...props} />
        <p class="sso-fine">{review.lastUsedNote}</p>
      </Section>
    </ClientFrame>
  )
}

function columnsOf(view: View): readonly Column<ReviewedUser>[] {
  const { review, users } = view.t
  return [
    {
      label: users.columns.name,
      fit: 'main',
      cell: ({ name, username, href }) => <Who who={{ name, detail: username, href }} />,
    },
    {
      label: users.columns.email,
      fit: 'text',
      narrow: 'line',
      cell: ({ email }) => email && <bdi title={email}>{email}</bdi>,
    },
    {
      label: review.by,
      fit: 'text',
      narrow: 'line',
      cell: ({ by }) => (by.length === 0 ? review.allUsers : <bdi title={by.join(', ')}>{by.join(', ')}</bdi>),
    },
    ...useColumns(view),
    {
      label: users.columns.status,
      narrow: 'line-end',
      cell: ({ suspended }) => (suspended ? <Badge tone="danger">{users.states.suspended}</Badge> : null),
    },
  ]
}
