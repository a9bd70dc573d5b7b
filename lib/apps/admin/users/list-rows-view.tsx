import type { UserCapabilities } from '../../../domain/management/managed-users.ts'
import type { AccountGroup } from '../../../domain/metrics/account-groups.ts'
import { type AppView, Who } from '../../../web/ui/components/apps.tsx'
import { Icon } from '../../../web/ui/components/icon.tsx'
import { type Column, Table } from '../../../web/ui/components/table.tsx'
import { DateTime } from '../../../web/ui/components/text.tsx'
import { type HasView, isolate, type VNode } from '../../../web/ui/view.ts'
import { endState } from './end-view.tsx'
import { FirstRoles, type UserHead, userHref } from './user-props.tsx'

export interface UserRow extends UserHead {
  readonly groups: readonly AccountGroup[]
  readonly secondStep: readonly ('passkey' | 'authenticator')[]
  /** End of a pause after wrong passwords or codes, in milliseconds since the epoch. */
  readonly pausedUntil?: number | undefined
  readonly lastSignIn?: { readonly at: Date; readonly app: AppView | undefined } | undefined
}

export type SortColumn = 'name' | 'last-sign-in' | 'second-step' | 'roles' | 'status'

export interface UserRowsProps {
  readonly root: string
  readonly can: UserCapabilities
  readonly rows: readonly UserRow[]
  /** URLs for changing the sort order; absent if there are too many users to sort. */
  readonly sorts?: ((column: SortColumn) => Omit<NonNullable<Column<UserRow>['sort']>, 'spoken'>) | undefined
  /** Whether each row has a checkbox. */
  readonly selectable?: boolean
}

export function UserRows({ root, can, rows, sorts, selectable = false }: UserRowsProps, { view }: HasView): VNode {
  const { users: t, panel } = view.t
  const headed = (column: SortColumn, label: string) => ({
    label,
    ...(sorts && { sort: { ...sorts(column), spoken: panel.sortBy({ column: label }) } }),
  })
  const columns: readonly (Column<UserRow> | false)[] = [
    {
      ...headed('name', t.columns.name),
      fit: 'main',
      cell: ({ sub, username, name = username, email }) => (
        <span class="sso-pick">
          {selectable ? (
            <input aria-label={t.many.select({ user: isolate(name) })} type="checkbox" name="sub" value={sub} />
          ) : null}
          <Who who={{ name, detail: username, title: email ?? username, href: userHref(root, sub) }} />
        </span>
      ),
    },
    can.accounts
      ? {
          ...headed('last-sign-in', t.columns.lastSignIn),
          narrow: 'line',
          cell: ({ lastSignIn }) => lastSignIn && <LastSignIn {...lastSignIn} />,
        }
      : {
          label: t.columns.email,
          fit: 'main',
          narrow: 'line',
          cell: ({ email }) => email && <bdi title={email}>{email}</bdi>,
        },
    can.accounts && {
      ...headed('second-step', t.columns.secondStep),
      cell: ({ secondStep }) => secondStep.length > 0 && <SecondStepIcons kinds={secondStep} />,
    },
    {
      ...headed('roles', t.columns.roles),
      narrow: 'line-end',
      cell: ({ roles }) => <FirstRoles roles={roles} />,
    },
    {
      ...headed('status', t.columns.status),
      narrow: 'end',
      cell: (user) => <States user={user} can={can} />,
    },
  ]
  return <Table<UserRow> caption={t.title} rows={rows} columns={columns.filter((one) => one !== false)} />
}

const LastSignIn = ({ at, app }: NonNullable<UserRow['lastSignIn']>): VNode => (
  <span class="sso-last-sign-in">
    <DateTime at={at} />
    {app && ' · '}
    {app && <bdi title={app.title}>{app.name}</bdi>}
  </span>
)

const ICONS = { passkey: 'key', authenticator: 'phone' } as const

function SecondStepIcons({ kinds }: { kinds: UserRow['secondStep'] }, { view: { t } }: HasView): VNode {
  return (
    <span class="sso-factor-icons">
      {kinds.map((kind) => (
        <span title={t.users.secondStep[kind]}>
          <Icon name={ICONS[kind]} />
          <span class="sso-hidden">{t.users.secondStep[kind]}</span>
        </span>
      ))}
    </span>
  )
}

const STATES_MAX = 2

/** The states that need attention. The usual state is not shown. */
function States({ user, can }: { user: UserRow; can: UserCapabilities }, { view }: HasView): VNode {
  const { users: t } = view.t
  const { groups, pausedUntil, source, status } = user
  const minutes = pausedUntil === undefined ? 0 : Math.ceil((pausedUntil - view.now.getTime()) / 60_000)
  const states = [
    status === 'suspended' && (['danger', t.states.suspended] as const),
    endState(user, view),
    minutes > 0 && (['warn', t.pausedFor({ minutes })] as const),
    groups.includes('invited') && (['info', t.groups.invited] as const),
    groups.includes('must-change') && (['neutral', t.mustChange] as const),
    can.accounts && source !== 'administrator' && (['neutral', t.sources[source]] as const),
  ]
  return (
    <span class="sso-client-states">
      {states
        .filter((state) => state !== false && state !== undefined)
        .slice(0, STATES_MAX)
        .map(([tone, text]) => (
          <span class="sso-state">
            <span class={`sso-dot sso-dot-${tone}`} />
            {text}
          </span>
        ))}
    </span>
  )
}
