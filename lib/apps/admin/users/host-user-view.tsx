/** One user of the host's own directory: what it tells, what is known here, and what can be done from here. */
import type { ComponentChildren, VNode } from 'preact'
import { AppName, type AppView } from '../../../web/ui/components/app-name.tsx'
import { Badge } from '../../../web/ui/components/badge.tsx'
import { Banner } from '../../../web/ui/components/banner.tsx'
import { Button, ButtonLink } from '../../../web/ui/components/button.tsx'
import { CopyField } from '../../../web/ui/components/copy-field.tsx'
import { DateTime } from '../../../web/ui/components/date-time.tsx'
import { DescriptionList } from '../../../web/ui/components/description-list.tsx'
import { Form, type FormTarget } from '../../../web/ui/components/form.tsx'
import { Section } from '../../../web/ui/components/section.tsx'
import { Tabs } from '../../../web/ui/components/tabs.tsx'
import { Avatar } from '../../../web/ui/components/who.tsx'
import { rich } from '../../../web/ui/texts/format/rich.ts'
import type { Viewed } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { LastSignIns, type SignInRow } from './last-sign-ins-view.tsx'
import { RoleBadges, type UserHead, userHref, userName } from './user-props.tsx'

export interface HostUserPageProps extends Framed {
  readonly user: UserHead
  /** What the directory tells; undefined where it does not. */
  readonly details: {
    readonly givenName: string | undefined
    readonly familyName: string | undefined
    readonly locale: string | undefined
    readonly zoneinfo: string | undefined
    readonly emailVerified: boolean | undefined
    readonly updatedAt: Date | undefined
  }
  /** What the directory lets the panel change. */
  readonly can: { readonly suspend: boolean; readonly roles: boolean }
  readonly isSelf: boolean
  readonly sessions: number
  /** Apps that the user has allowed. */
  readonly apps: readonly AppView[]
  readonly signIns: readonly SignInRow[]
  readonly suspended: { readonly by: string; readonly at: Date } | undefined
  readonly reactivate: FormTarget
}

export function HostUserPage(props: HostUserPageProps & Viewed): VNode {
  const { frame, user, can, signIns, apps, view } = props
  const { users, hostUsers } = view.t
  const t = users.user
  const activityHref = `${frame.root}/activity?user=${encodeURIComponent(user.sub)}`
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
          </span>
          {user.status === 'suspended' ? <Badge tone="danger">{users.states.suspended}</Badge> : null}
        </span>
      }
      crumbs={[{ label: users.title, href: `${frame.root}/users` }]}
      actions={<Actions {...props} />}
    >
      <Suspended {...props} />
      <UserTabs {...props} />
      <div class="sso-columns">
        <LastSignIns root={frame.root} rows={signIns} activityHref={activityHref} view={view} />
        <Section id="profile" title={t.details}>
          <DescriptionList facts={factsOf(props)} />
          <p class="sso-fine">{hostUsers.untold}</p>
          {can.suspend && can.roles ? null : (
            <p class="sso-fine">
              {hostUsers.elsewhere({ what: can.suspend ? 'roles' : can.roles ? 'suspend' : 'both' })}
            </p>
          )}
          <CopyField view={view} id="subject" label={t.subject} value={user.sub} />
        </Section>
        <Section id="apps" title={t.apps}>
          {apps.length === 0 ? (
            <p class="sso-muted">{t.noApps}</p>
          ) : (
            <ul class="sso-plain sso-names">
              {apps.map((app) => (
                <li>
                  <AppName app={app} />
                </li>
              ))}
            </ul>
          )}
        </Section>
      </div>
    </AdminPage>
  )
}

function Actions({ frame: { root, mayChange }, user, can, isSelf, view }: HostUserPageProps & Viewed): VNode | null {
  const t = view.t.users.user
  if (!mayChange) return null
  return (
    <>
      {can.suspend && user.status === 'active' && !isSelf ? (
        <ButtonLink look="secondary" href={userHref(root, user.sub, 'suspend')}>
          {t.suspend}
        </ButtonLink>
      ) : null}
      <ButtonLink look="secondary" href={userHref(root, user.sub, 'sign-out')}>
        {t.signOut}
      </ButtonLink>
    </>
  )
}

function Suspended({ frame, user, can, suspended, reactivate, view }: HostUserPageProps & Viewed): VNode | null {
  const t = view.t.users.user
  if (user.status === 'active') return null
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
        {frame.mayChange && can.suspend ? (
          <Form target={reactivate} class="sso-inline">
            <Button look="secondary">{t.reactivate}</Button>
          </Form>
        ) : null}
      </div>
    </Banner>
  )
}

function UserTabs({ frame: { root, mayChange }, user, can, sessions, view }: HostUserPageProps & Viewed): VNode {
  const t = view.t.users.user
  const number = new Intl.NumberFormat(view.locale)
  const counted = (label: string, count: number): string => (count === 0 ? label : `${label} (${number.format(count)})`)
  return (
    <Tabs
      label={user.name ?? user.username}
      tabs={[
        { label: t.overview, href: userHref(root, user.sub), current: true },
        { label: counted(t.sessions, sessions), href: `${root}/sessions?user=${encodeURIComponent(user.sub)}` },
        ...(mayChange && can.roles
          ? [{ label: counted(t.roles, user.roles.length), href: userHref(root, user.sub, 'roles') }]
          : []),
        { label: view.t.review.tab, href: userHref(root, user.sub, 'access') },
        { label: t.activity, href: `${root}/activity?user=${encodeURIComponent(user.sub)}` },
      ]}
    />
  )
}

function factsOf({ user, details, view }: HostUserPageProps & Viewed): Parameters<typeof DescriptionList>[0]['facts'] {
  const { users, hostUsers } = view.t
  const t = users.user
  const labels = view.t.portal.profile.fields
  const { emailVerified } = details
  const verified = emailVerified === undefined ? hostUsers.emailUntold : emailVerified ? t.verified : t.unverified
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    [t.username, user.username],
    [t.name, user.name],
    [labels.given_name, details.givenName],
    [labels.family_name, details.familyName],
    [t.email, user.email === undefined ? undefined : `${user.email} (${verified})`],
    [labels.locale, details.locale],
    [labels.zoneinfo, details.zoneinfo],
    [t.roles, <RoleBadges roles={user.roles} none={t.noRoles} />],
    [hostUsers.updated, details.updatedAt && <DateTime at={details.updatedAt} view={view} />],
  ]
  return facts.filter(([, value]) => value !== undefined).map(([term, value]) => ({ term, value: <bdi>{value}</bdi> }))
}
