/** A user page's header: identity, sign-in obstacles, and operations. Buttons are red only on confirmation pages. */

import type { NoRecovery } from '../../../../policies/recovery.ts'
import { Avatar } from '../../../web/ui/components/apps.tsx'
import { ButtonLink } from '../../../web/ui/components/form.tsx'
import { LinkMenu } from '../../../web/ui/components/menu.tsx'
import { Banner } from '../../../web/ui/components/section.tsx'
import { Tabs } from '../../../web/ui/components/tabs.tsx'
import { Badge } from '../../../web/ui/components/text.tsx'
import { type ComponentChildren, type HasView, isolate, type VNode } from '../../../web/ui/view.ts'
import { AdminPage } from '../shell/frame-view.tsx'
import { EndBadge } from './end-view.tsx'
import { InTheWay, type InTheWayProps } from './in-the-way-view.tsx'
import { userHref, userName } from './user-props.tsx'

export interface UserFrameProps extends InTheWayProps {
  /** Undefined if the host's directory does not report whether the email address is verified. */
  readonly emailVerified: boolean | undefined
  readonly secondStep?: boolean
  readonly sessions: number
  /** True on the administrator's own page. */
  readonly isSelf: boolean
  /** The provider's name, for a federated user. */
  readonly origin?: string | undefined
  /** Whether the user can choose a new password by email; undefined if the deployment does not send email. */
  readonly recovery?: 'email' | NoRecovery | undefined
}

export function UserFrame(props: UserFrameProps & { readonly children: ComponentChildren }, { view }: HasView): VNode {
  const { frame, user, can, emailVerified, origin, secondStep, children } = props
  const { users } = view.t
  const t = users.user
  return (
    <AdminPage
      section="users"
      title={userName(user)}
      heading={
        <span class="sso-client-heading">
          <Avatar name={user.name ?? user.username} size="large" />
          <bdi>{user.name ?? user.username}</bdi>
        </span>
      }
      lead={
        <span class="sso-client-badges">
          <span class="sso-user-line">
            {user.name === undefined ? null : <bdi>{user.username}</bdi>}
            {user.email === undefined || user.email === user.username ? null : <bdi>{user.email}</bdi>}
            {!can.accounts || user.email === undefined || emailVerified ? null : <span>({t.unverified})</span>}
          </span>
          {user.status === 'suspended' ? <Badge tone="danger">{users.states.suspended}</Badge> : null}
          <EndBadge user={user} />
          {secondStep === false ? <Badge>{t.noSecondStep}</Badge> : null}
        </span>
      }
      crumbs={[{ label: users.title, href: `${frame.root}/users` }]}
      actions={<Actions {...props} />}
    >
      {user.source === 'configuration' ? <Banner>{users.readOnly}</Banner> : null}
      {can.accounts && user.source === 'directory' ? <Banner>{users.fromDirectory}</Banner> : null}
      {origin === undefined ? null : <Banner>{users.identities.origin({ provider: isolate(origin) })}</Banner>}
      <InTheWay {...props} />
      <UserTabs {...props} />
      {children}
    </AdminPage>
  )
}

function Actions(props: UserFrameProps, { view }: HasView): VNode | null {
  const { frame, user, can, password, isSelf, mayHelp, recovery } = props
  const t = view.t.users.user
  if (!mayHelp) return null
  const at = (act: string): string => userHref(frame.root, user.sub, act)
  const maySuspend = can.suspend && user.status === 'active'
  const signOut = <ButtonLink href={at('sign-out')}>{t.signOut}</ButtonLink>
  const offboard = isSelf ? null : <ButtonLink href={at('offboard')}>{view.t.offboard.act}</ButtonLink>
  const mayEmail = can.roles && recovery === 'email'
  const reset = mayEmail || (can.roles && frame.mayChange) ? at(mayEmail ? 'reset-email' : 'reset') : undefined
  const primary = (
    <ButtonLink look="primary" href={reset}>
      {mayEmail ? t.resetEmail : t.reset}
    </ButtonLink>
  )
  if (!frame.mayChange)
    return (
      <>
        {primary}
        {signOut}
      </>
    )
  if (!can.accounts || !can.suspend)
    return (
      <>
        {maySuspend && !isSelf ? <ButtonLink href={at('suspend')}>{t.suspend}</ButtonLink> : null}
        {signOut}
        {offboard}
      </>
    )
  return (
    <>
      {primary}
      {signOut}
      {offboard}
      <LinkMenu
        label={view.t.panel.more}
        links={[
          ...(can.roles
            ? [
                { label: t.edit, href: at('edit') },
                { label: t.changeRoles, href: at('roles') },
              ]
            : []),
          ...(mayEmail ? [{ label: t.reset, href: at('reset') }] : []),
          ...(password === 'own' ? [{ label: t.requirePassword, href: at('require-password') }] : []),
          { label: view.t.users.end.section, href: at('end') },
          ...(maySuspend ? [{ label: t.suspend, href: at('suspend') }] : []),
          { label: t.remove, href: at('remove') },
        ]}
      />
    </>
  )
}

function UserTabs({ frame, user, can, sessions, mayHelp }: UserFrameProps, { view }: HasView): VNode {
  const { root, mayLook, mayChange } = frame
  const t = view.t.users.user
  const number = new Intl.NumberFormat(view.locale)
  const counted = (label: string, count: number): string => (count === 0 ? label : `${label} (${number.format(count)})`)
  return (
    <Tabs
      label={user.name ?? user.username}
      tabs={[
        { label: t.overview, href: userHref(root, user.sub), current: true },
        ...(mayHelp && can.accounts ? [{ label: t.methods, href: userHref(root, user.sub, 'factors') }] : []),
        ...(mayLook
          ? [{ label: counted(t.sessions, sessions), href: `${root}/sessions?user=${encodeURIComponent(user.sub)}` }]
          : []),
        ...(mayChange && can.roles
          ? [{ label: counted(t.roles, user.roles.length), href: userHref(root, user.sub, 'roles') }]
          : []),
        ...(mayLook
          ? [
              { label: view.t.review.tab, href: userHref(root, user.sub, 'access') },
              { label: t.activity, href: `${root}/activity?user=${encodeURIComponent(user.sub)}` },
            ]
          : []),
      ]}
    />
  )
}
