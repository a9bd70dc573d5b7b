import type { UserCapabilities } from '../../../domain/management/managed-users.ts'
import { Who } from '../../../web/ui/components/apps.tsx'
import { Icon } from '../../../web/ui/components/icon.tsx'
import { type Column, Table } from '../../../web/ui/components/table.tsx'
import { Badge } from '../../../web/ui/components/text.tsx'
import { type HasView, isolate, type VNode } from '../../../web/ui/view.ts'
import { FirstRoles, type UserHead, userHref } from './user-props.tsx'

export interface UserRow extends UserHead {
  readonly mustChangePassword: boolean
  readonly secondStep: readonly ('passkey' | 'authenticator')[]
}

interface UserRowsProps {
  readonly root: string
  readonly can: UserCapabilities
  readonly rows: readonly UserRow[]
  /** Whether each row has a checkbox. */
  readonly selectable?: boolean
}

export function UserRows({ root, can, rows, selectable = false }: UserRowsProps, { view }: HasView): VNode {
  const { users: t } = view.t
  const columns: readonly (Column<UserRow> | false)[] = [
    {
      label: t.columns.name,
      fit: 'main',
      cell: ({ sub, username, name = username }) => (
        <span class="sso-pick">
          {selectable ? (
            <input aria-label={t.many.select({ user: isolate(name) })} type="checkbox" name="sub" value={sub} />
          ) : null}
          <Who who={{ name, detail: username, href: userHref(root, sub) }} />
        </span>
      ),
    },
    {
      label: t.columns.email,
      fit: 'main',
      narrow: 'line',
      cell: ({ email }) => email && <bdi title={email}>{email}</bdi>,
    },
    can.accounts && {
      label: t.columns.secondStep,
      cell: ({ secondStep }) => secondStep.length > 0 && <SecondStepIcons kinds={secondStep} />,
    },
    { label: t.columns.roles, narrow: 'line-end', cell: ({ roles }) => <FirstRoles roles={roles} /> },
    { label: t.columns.status, narrow: 'end', cell: (user) => <States user={user} can={can} /> },
  ]
  return <Table<UserRow> caption={t.title} rows={rows} columns={columns.filter((one) => one !== false)} />
}

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

/** Status badges. The usual status gets no badge. */
function States({ user, can }: { user: UserRow; can: UserCapabilities }, { view: { t } }: HasView): VNode | null {
  const suspended = user.status === 'suspended' ? <Badge tone="danger">{t.users.states.suspended}</Badge> : null
  if (!can.accounts) return suspended
  return (
    <span class="sso-client-states">
      {suspended}
      {user.mustChangePassword ? <Badge tone="warn">{t.users.mustChange}</Badge> : null}
      {user.source === 'administrator' ? null : <Badge>{t.users.sources[user.source]}</Badge>}
    </span>
  )
}
