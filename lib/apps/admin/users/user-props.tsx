/** A user's display values, and the components shared by the user pages. */
import type { RoleEnds } from '../../../../policies/end-dates.ts'
import { Badge } from '../../../web/ui/components/text.tsx'
import type { Messages } from '../../../web/ui/texts/catalogue.ts'
import { type HasView, isolate, type VNode } from '../../../web/ui/view.ts'
import { AdminPage, type AdminPageProps, type InPanel } from '../shell/frame-view.tsx'
import { userPath } from '../shell/names.ts'

export interface UserHead {
  readonly sub: string
  readonly username: string
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly status: 'active' | 'suspended' | 'ended'
  /** End date of the account. */
  readonly until?: string | undefined
  readonly roleEnds?: RoleEnds | undefined
  readonly source: 'configuration' | 'administrator' | 'directory'
  /** ID of the connector that reports the user's details and roles. */
  readonly origin?: string | undefined
  readonly roles: readonly string[]
}

export type UserFormIssue = keyof Messages['users']['form']['issues']
export type UserOperation = 'suspend' | 'reset' | 'reset-email' | 'require-password' | 'sign-out'

export const userHref = (root: string, sub: string, act = ''): string => root + userPath(sub, act)

/** The user's name for use in sentences and titles. */
export const userName = ({ name, username }: Pick<UserHead, 'name' | 'username'>): string => isolate(name ?? username)

type BelowUserProps = Omit<AdminPageProps, 'section' | 'crumbs'> & { readonly user: UserHead }

/** A subpage of a user's page. */
export function BelowUser({ user, ...page }: BelowUserProps, { view, frame }: InPanel): VNode {
  const crumbs = [
    { label: view.t.users.title, href: `${frame.root}/users` },
    { label: userName(user), href: userHref(frame.root, user.sub) },
  ]
  return <AdminPage {...page} section="users" crumbs={crumbs} />
}

export function RoleBadges({ roles, none }: { roles: readonly string[]; none: string }): VNode {
  if (roles.length === 0) return <>{none}</>
  return (
    <span class="sso-client-badges">
      {roles.map((role) => (
        <Badge tone={role.startsWith('sso:') ? 'info' : 'neutral'}>
          <bdi>{role}</bdi>
        </Badge>
      ))}
    </span>
  )
}

const ROLES_SHOWN = 2

export function FirstRoles({ roles }: { roles: readonly string[] }): VNode {
  const more = roles.length - ROLES_SHOWN
  return (
    <span class="sso-more" title={roles.join(', ')}>
      <RoleBadges roles={roles.slice(0, ROLES_SHOWN)} none="–" />
      {more > 0 ? <span class="sso-muted">+{more}</span> : null}
    </span>
  )
}

/** Explains a role that Portico defines. The meaning of any other role is up to the apps. */
export function RoleMeaning({ role }: { readonly role: string }, { view }: HasView): VNode | null {
  const { meanings } = view.t.users.roles
  return Object.hasOwn(meanings, role) ? (
    <span class="sso-sub">{meanings[role as keyof Messages['users']['roles']['meanings']]}</span>
  ) : null
}
