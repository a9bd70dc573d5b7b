/** A user's page: sign-in obstacles, recent sign-ins, profile, apps, roles, and sign-in methods. */
import type { FailureReason } from '../../../domain/audit/events.ts'
import { AppName, type AppView } from '../../../web/ui/components/apps.tsx'
import { CopyField } from '../../../web/ui/components/copy-field.tsx'
import { Icon } from '../../../web/ui/components/icon.tsx'
import { endWords } from '../../../web/ui/components/last-day.tsx'
import type { ProfileValues } from '../../../web/ui/components/profile-fields.tsx'
import { DescriptionList, type Fact, Section } from '../../../web/ui/components/section.tsx'
import { DateTime, Link } from '../../../web/ui/components/text.tsx'
import type { HasView, View, VNode } from '../../../web/ui/view.ts'
import { FactorSection, type UserFactors } from './factors-view.tsx'
import { IdentitySection, type UserIdentity } from './identities-view.tsx'
import { UserFrame, type UserFrameProps } from './user-frame-view.tsx'
import { RoleBadges, userHref } from './user-props.tsx'

export interface UserPageProps extends UserFrameProps {
  readonly details: ProfileValues
  readonly createdAt?: Date
  readonly changedAt: Date | undefined
  readonly signIns: readonly SignInRow[]
  /** Whether there can be sign-ins in older entries, which were not searched. */
  readonly olderSignIns?: boolean
  /** Apps that the user has authorized. */
  readonly apps: readonly AppView[]
  readonly factors?: UserFactors
  readonly identities?: readonly UserIdentity[]
  /** A new email address that the user has not confirmed yet. */
  readonly pendingEmail?: string | undefined
}

export function UserPage(props: UserPageProps, { view }: HasView): VNode {
  const { frame, user, can, signIns, apps, factors, identities = [] } = props
  const { users, hostUsers } = view.t
  const t = users.user
  return (
    <UserFrame {...props}>
      <div class="sso-columns">
        <LastSignIns
          root={frame.root}
          rows={signIns}
          isCut={props.olderSignIns === true}
          activityHref={frame.mayLook ? `${frame.root}/activity?user=${encodeURIComponent(user.sub)}` : undefined}
        />
        <Section
          id="profile"
          title={t.details}
          actions={props.emailsHref && <Link href={props.emailsHref}>{t.emails}</Link>}
        >
          <DescriptionList facts={factsOf(props, view)} />
          {can.accounts ? null : <p class="sso-fine">{hostUsers.notReported}</p>}
          {can.accounts || (can.suspend && can.roles) ? null : (
            <p class="sso-fine">
              {hostUsers.ownDirectory({ what: can.suspend ? 'roles' : can.roles ? 'suspend' : 'both' })}
            </p>
          )}
          <CopyField id="subject" label={t.subject} value={user.sub} />
        </Section>
        {factors === undefined ? null : <FactorSection user={user} factors={factors} mayHelp={props.mayHelp} />}
        <IdentitySection user={user} identities={identities} />
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
    </UserFrame>
  )
}

function factsOf(props: UserPageProps, view: View): readonly Fact[] {
  const { user, can, details, emailVerified, password, createdAt, changedAt, pendingEmail, recovery } = props
  const { users, hostUsers } = view.t
  const t = users.user
  const labels = view.t.portal.profile.fields
  const passwords = {
    'one-time': t.oneTime,
    own: t.own,
    configured: t.configured,
    directory: t.inDirectory,
    none: t.none,
    secured: t.secured,
  }
  const verified = emailVerified === undefined ? hostUsers.emailNotReported : emailVerified ? t.verified : t.unverified
  const facts: readonly Fact[] = [
    [t.username, user.username],
    [t.name, user.name],
    [labels.given_name, details.given_name],
    [labels.family_name, details.family_name],
    [t.email, user.email === undefined ? undefined : `${user.email} (${verified})`],
    [t.pendingEmail, pendingEmail],
    [labels.locale, details.locale],
    [labels.zoneinfo, details.zoneinfo],
    [t.password, password && passwords[password]],
    [t.recovery, recovery && (recovery === 'email' ? t.recoveryCan : t.recoveryNot[recovery])],
    [t.roles, <RoleBadges roles={user.roles} none={t.noRoles} />],
    [
      users.end.section,
      user.until && (
        <>
          {endWords(view, user.until)}{' '}
          {props.frame.mayChange && can.suspend && can.accounts ? (
            <Link href={userHref(props.frame.root, user.sub, 'end')}>{users.end.change}</Link>
          ) : null}
        </>
      ),
    ],
    [t.added, createdAt && <DateTime at={createdAt} />],
    [can.accounts ? t.changed : hostUsers.updated, changedAt && <DateTime at={changedAt} />],
  ]
  return facts.map(([term, value]) => [term, typeof value === 'string' ? <bdi>{value}</bdi> : value])
}

/** A recent sign-in, with its time, the app, and the reason if the sign-in failed. */
export interface SignInRow {
  readonly at: Date
  /** Undefined after a successful sign-in. */
  readonly reason: FailureReason | undefined
  /** Number of denials combined in this row. */
  readonly count: number
  readonly app: AppView | undefined
  readonly address: string | undefined
  readonly requestId: string | undefined
}

function LastSignIns(
  props: { root: string; rows: readonly SignInRow[]; isCut: boolean; activityHref: string | undefined },
  { view }: HasView,
): VNode {
  const { root, rows, isCut, activityHref } = props
  const t = view.t.users.user
  const reasons = view.t.operations.explain.signIn
  return (
    <Section
      id="sign-ins"
      title={t.lastSignIns}
      actions={activityHref && <Link href={activityHref}>{t.showActivity}</Link>}
    >
      {rows.length === 0 ? (
        <p class="sso-muted">{isCut ? view.t.panel.noneYet : t.noSignIns}</p>
      ) : (
        <ul class="sso-plain sso-refusals">
          {rows.map(({ at, reason, count, app, address, requestId }) => {
            const words =
              reason === undefined
                ? t.signedIn
                : count === 1
                  ? reasons[reason]
                  : t.times({ what: reasons[reason], count })
            return (
              <li>
                <span class="sso-sign-in">
                  <span class={reason === undefined ? 'sso-sign-in-ok' : 'sso-sign-in-failed'}>
                    <Icon name={reason === undefined ? 'check' : 'alert'} />
                  </span>
                  {reason !== undefined && requestId !== undefined ? (
                    <Link href={`${root}/explain/${encodeURIComponent(requestId)}`}>{words}</Link>
                  ) : (
                    <span>{words}</span>
                  )}
                  {app === undefined ? null : <AppName app={app} />}
                </span>
                <span class="sso-refusal-when" {...(address === undefined ? {} : { title: address })}>
                  <DateTime at={at} />
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </Section>
  )
}
