/** The head of a user's page: who it is, what stands in the way, and what can be done; nothing red before it is asked for. */
import type { ComponentChildren, VNode } from 'preact'
import { Badge } from '../../../web/ui/components/badge.tsx'
import { Banner } from '../../../web/ui/components/banner.tsx'
import { Button, ButtonLink } from '../../../web/ui/components/button.tsx'
import { DateTime } from '../../../web/ui/components/date-time.tsx'
import { Form, type FormTarget } from '../../../web/ui/components/form.tsx'
import { Icon } from '../../../web/ui/components/icon.tsx'
import { Menu } from '../../../web/ui/components/menu.tsx'
import { MenuLinks } from '../../../web/ui/components/menu-links.tsx'
import { Tabs } from '../../../web/ui/components/tabs.tsx'
import { Avatar } from '../../../web/ui/components/who.tsx'
import { isolate, rich } from '../../../web/ui/texts/format/rich.ts'
import type { Viewed } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { type UserHead, userHref, userName } from './user-props.tsx'

export interface UserFrameProps extends Framed {
  readonly user: UserHead
  readonly emailVerified: boolean
  /** `secured`: its user has had it taken back. */
  readonly password: 'one-time' | 'own' | 'configured' | 'directory' | 'none' | 'secured'
  /** The user was invited by letter and has chosen neither a password nor a passkey. */
  readonly invited: boolean
  readonly invite: FormTarget
  readonly secondStep: boolean
  readonly sessions: number
  /** After many wrong passwords in a row, browsers that the account does not know must wait until then. */
  readonly pausedUntil: Date | undefined
  readonly wrong?: { readonly count: number; readonly lastAt: Date; readonly address: string | undefined } | undefined
  readonly suspended?: { readonly by: string; readonly at: Date } | undefined
  /** Name of the provider that the user comes from. */
  readonly origin?: string | undefined
  readonly endPause: FormTarget
  readonly reactivate: FormTarget
}

export function UserFrame(props: UserFrameProps & { readonly children: ComponentChildren } & Viewed): VNode {
  const { frame, user, emailVerified, origin, secondStep, children, view } = props
  const { users } = view.t
  const t = users.user
  return (
    <AdminPage
      frame={frame}
      section="users"
      view={view}
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
            {user.email === undefined || emailVerified ? null : <span>({t.unverified})</span>}
          </span>
          {user.status === 'suspended' ? <Badge tone="danger">{users.states.suspended}</Badge> : null}
          {secondStep ? null : <Badge>{t.noSecondStep}</Badge>}
        </span>
      }
      crumbs={[{ label: users.title, href: `${frame.root}/users` }]}
      actions={<Actions {...props} />}
    >
      {user.source === 'configuration' ? <Banner>{users.readOnly}</Banner> : null}
      {user.source === 'directory' ? <Banner>{users.fromDirectory}</Banner> : null}
      {origin === undefined ? null : <Banner>{users.identities.origin({ provider: isolate(origin) })}</Banner>}
      <InTheWay {...props} />
      <UserTabs {...props} />
      {children}
    </AdminPage>
  )
}

function Actions({ frame: { root, mayChange }, user, password, view }: UserFrameProps & Viewed): VNode | null {
  const t = view.t.users.user
  if (!mayChange) return null
  const at = (act: string): string => userHref(root, user.sub, act)
  const signOut = (
    <ButtonLink look="secondary" href={at('sign-out')}>
      {t.signOut}
    </ButtonLink>
  )
  if (user.source === 'configuration') return signOut
  const isOurs = user.source === 'administrator' && user.origin === undefined
  return (
    <>
      {isOurs ? <ButtonLink href={at('reset')}>{t.reset}</ButtonLink> : null}
      {signOut}
      <Menu
        look="button"
        label={
          <>
            {view.t.panel.more}
            <Icon name="down" />
          </>
        }
      >
        <MenuLinks
          links={[
            ...(isOurs
              ? [
                  { label: t.edit, href: at('edit') },
                  { label: t.changeRoles, href: at('roles') },
                ]
              : []),
            ...(password === 'own' ? [{ label: t.requirePassword, href: at('require-password') }] : []),
            ...(user.status === 'active' ? [{ label: t.suspend, href: at('suspend') }] : []),
            { label: t.remove, href: at('remove') },
          ]}
        />
      </Menu>
    </>
  )
}

/** One banner: what keeps the user from signing in now. */
function InTheWay(props: UserFrameProps & Viewed): VNode | null {
  const { frame, user, password, pausedUntil, wrong, suspended, endPause, reactivate, view } = props
  const t = view.t.users.user
  const changeable = frame.mayChange && user.source !== 'configuration'
  if (user.status === 'suspended')
    return (
      <Banner tone="danger">
        <div class="sso-incident">
          <p>
            <strong>{t.suspendedNow}</strong>{' '}
            {suspended === undefined
              ? null
              : rich(t.suspendedBy, {
                  name: <bdi>{suspended.by}</bdi>,
                  when: <DateTime at={suspended.at} view={view} />,
                })}
          </p>
          {changeable ? (
            <Form target={reactivate} class="sso-inline">
              <Button look="secondary">{t.reactivate}</Button>
            </Form>
          ) : null}
        </div>
      </Banner>
    )
  if (pausedUntil !== undefined)
    return (
      <Banner tone="warn">
        <div class="sso-incident">
          <p>
            <strong>{rich(t.paused, { when: <DateTime at={pausedUntil} style="exact" view={view} /> })}</strong>{' '}
            {wrong === undefined
              ? null
              : rich(
                  ({ when, address }: { when: string; address: string }) =>
                    t.wrongPasswords({ count: wrong.count, when, address }),
                  {
                    when: <DateTime at={wrong.lastAt} view={view} />,
                    address: <bdi>{wrong.address ?? '–'}</bdi>,
                  },
                )}{' '}
            {t.pausedWhy}
          </p>
          {frame.mayChange ? (
            <Form target={endPause} class="sso-inline">
              <Button look="secondary">{t.endPause}</Button>
            </Form>
          ) : null}
        </div>
      </Banner>
    )
  if (props.invited)
    return (
      <Banner>
        <div class="sso-incident">
          <p>{t.invitedNow}</p>
          {changeable && user.email !== undefined ? (
            <Form target={props.invite} class="sso-inline">
              <Button look="secondary">{t.inviteAgain}</Button>
            </Form>
          ) : null}
        </div>
      </Banner>
    )
  if (password === 'secured') return <Banner tone="warn">{t.securedNow}</Banner>
  return password === 'one-time' ? <Banner>{t.mustChoose}</Banner> : null
}

function UserTabs({ frame: { root, mayChange }, user, sessions, view }: UserFrameProps & Viewed): VNode {
  const t = view.t.users.user
  const number = new Intl.NumberFormat(view.locale)
  const counted = (label: string, count: number): string => (count === 0 ? label : `${label} (${number.format(count)})`)
  return (
    <Tabs
      label={user.name ?? user.username}
      tabs={[
        { label: t.overview, href: userHref(root, user.sub), current: true },
        ...(mayChange ? [{ label: t.methods, href: userHref(root, user.sub, 'factors') }] : []),
        { label: counted(t.sessions, sessions), href: `${root}/sessions?user=${encodeURIComponent(user.sub)}` },
        ...(mayChange && user.source === 'administrator' && user.origin === undefined
          ? [{ label: counted(t.roles, user.roles.length), href: userHref(root, user.sub, 'roles') }]
          : []),
        { label: view.t.review.tab, href: userHref(root, user.sub, 'access') },
        { label: t.activity, href: `${root}/activity?user=${encodeURIComponent(user.sub)}` },
      ]}
    />
  )
}
