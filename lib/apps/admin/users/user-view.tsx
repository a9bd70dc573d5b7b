/** One user: profile, roles, sign-in, sessions, apps, and what can be done. */
import type { ComponentChildren, VNode } from 'preact'
import { Banner } from '../../../web/ui/components/banner.tsx'
import { Button, ButtonLink, type ButtonLook } from '../../../web/ui/components/button.tsx'
import { DateTime } from '../../../web/ui/components/date-time.tsx'
import { DescriptionList } from '../../../web/ui/components/description-list.tsx'
import { Form, type FormTarget } from '../../../web/ui/components/form.tsx'
import { Link } from '../../../web/ui/components/link.tsx'
import type { ProfileValues } from '../../../web/ui/components/profile-fields.tsx'
import { Section } from '../../../web/ui/components/section.tsx'
import type { Viewed } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { FactorSection, type UserFactors } from './factors-view.tsx'
import { RoleBadges, StateBadge, type UserHead, userHref, userName } from './user-props.tsx'

export interface UserPageProps extends Framed {
  readonly user: UserHead
  readonly details: ProfileValues
  readonly emailVerified: boolean
  readonly password: 'one-time' | 'own' | 'configured' | 'none'
  readonly createdAt: Date
  readonly changedAt: Date
  readonly sessions: number
  /** Names of the apps that the user has allowed. */
  readonly apps: readonly string[]
  /** After many wrong passwords in a row, browsers that the account does not know must wait until then. */
  readonly pausedUntil: Date | undefined
  readonly endPause: FormTarget
  readonly reactivate: FormTarget
  readonly factors: UserFactors
}

export function UserPage({
  frame,
  user,
  details,
  emailVerified,
  password,
  createdAt,
  changedAt,
  sessions,
  apps,
  pausedUntil,
  endPause,
  reactivate,
  factors,
  view,
}: UserPageProps & Viewed): VNode {
  const { users } = view.t
  const t = users.user
  const labels = view.t.portal.profile.fields
  const { root, mayChange } = frame
  const passwords = { 'one-time': t.oneTime, own: t.own, configured: t.configured, none: t.none }
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    [t.username, user.username],
    [t.name, user.name],
    [labels.given_name, details.given_name],
    [labels.family_name, details.family_name],
    [t.email, user.email === undefined ? undefined : `${user.email} (${emailVerified ? t.verified : t.unverified})`],
    [labels.locale, details.locale],
    [labels.zoneinfo, details.zoneinfo],
    [t.subject, <code>{user.sub}</code>],
    [t.added, <DateTime at={createdAt} view={view} />],
    [t.changed, <DateTime at={changedAt} view={view} />],
  ]
  const changeable = mayChange && user.source === 'administrator'
  const operations: readonly (readonly [name: string, label: string, look?: ButtonLook])[] = [
    ['sign-out', t.signOut],
    ...(changeable ? [['reset', t.reset] as const] : []),
    ...(changeable && password === 'own' ? [['require-password', t.requirePassword] as const] : []),
    ...(changeable && user.status === 'active' ? [['suspend', t.suspend, 'danger'] as const] : []),
    ...(changeable ? [['remove', t.remove, 'danger'] as const] : []),
  ]
  const change = (page: 'edit' | 'roles', label: string): VNode | null =>
    changeable ? (
      <div class="sso-row">
        <ButtonLink look="secondary" href={userHref(root, user.sub, page)}>
          {label}
        </ButtonLink>
      </div>
    ) : null
  return (
    <AdminPage
      frame={frame}
      section="users"
      view={view}
      title={userName(user)}
      heading={<bdi>{user.name ?? user.username}</bdi>}
      lead={<StateBadge user={user} view={view} />}
      crumbs={[{ label: users.title, href: `${root}/users` }]}
    >
      {user.source === 'configuration' ? <Banner>{users.readOnly}</Banner> : null}
      <div class="sso-columns">
        <Section id="profile" title={t.details}>
          <DescriptionList
            facts={facts.map(([term, value]) => ({
              term,
              value: value === undefined ? undefined : <bdi>{value}</bdi>,
            }))}
          />
          {change('edit', t.edit)}
        </Section>
        <Section id="sign-in" title={t.signIn}>
          <DescriptionList
            facts={[
              { term: t.state, value: users.states[user.status] },
              { term: t.password, value: passwords[password] },
              ...(pausedUntil === undefined
                ? []
                : [{ term: t.pausedUntil, value: <DateTime at={pausedUntil} view={view} /> }]),
              {
                term: t.sessions,
                value: (
                  <>
                    {t.sessionsCount({ count: sessions })}{' '}
                    <Link href={`${root}/sessions?user=${encodeURIComponent(user.sub)}`}>{t.showSessions}</Link>
                  </>
                ),
              },
              { term: t.apps, value: apps.length === 0 ? t.noApps : <bdi>{apps.join(', ')}</bdi> },
            ]}
          />
          {pausedUntil === undefined ? null : <p>{t.pausedWhy}</p>}
          {pausedUntil === undefined || !mayChange ? null : (
            <Form target={endPause}>
              <div class="sso-row">
                <Button look="secondary">{t.endPause}</Button>
              </div>
            </Form>
          )}
          <p>
            <Link href={`${root}/activity?user=${encodeURIComponent(user.sub)}`}>{t.showActivity}</Link>
          </p>
        </Section>
        <Section id="roles" title={t.roles}>
          <p>
            <RoleBadges roles={user.roles} none={t.noRoles} />
          </p>
          {change('roles', t.changeRoles)}
        </Section>
        <FactorSection user={user} factors={factors} frame={frame} view={view} />
      </div>
      {mayChange ? (
        <Section id="acts" title={t.acts}>
          <div class="sso-row">
            {operations.map(([name, label, look = 'secondary']) => (
              <ButtonLink look={look} href={userHref(root, user.sub, name)}>
                {label}
              </ButtonLink>
            ))}
          </div>
          {changeable && user.status === 'suspended' ? (
            <Form target={reactivate}>
              <div class="sso-row">
                <Button>{t.reactivate}</Button>
              </div>
            </Form>
          ) : null}
        </Section>
      ) : null}
    </AdminPage>
  )
}
