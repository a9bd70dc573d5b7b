/** Shows what currently prevents a user from signing in. */

import type { Pause } from '../../../domain/accounts/sign-in-pauses.ts'
import { ActForm, type FormTarget } from '../../../web/ui/components/form.tsx'
import { endWords } from '../../../web/ui/components/last-day.tsx'
import { Banner, type BannerProps } from '../../../web/ui/components/section.tsx'
import { DateTime, Link } from '../../../web/ui/components/text.tsx'
import { lifeOf } from '../../../web/ui/texts/format/life.ts'
import { type HasView, rich, type VNode } from '../../../web/ui/view.ts'
import type { Framed } from '../shell/frame-view.tsx'
import { type UserHead, userHref } from './user-props.tsx'

/** Wrong passwords since the last successful sign-in. */
export interface WrongPasswords {
  readonly count: number
  /** `at-least`: older entries were not read. */
  readonly counted: 'all' | 'at-least'
  readonly lastAt: Date
  readonly address: string | undefined
}

export interface InTheWayProps extends Framed {
  readonly user: UserHead
  /** Whether the signed-in user can help this user. */
  readonly mayHelp: boolean
  /** What the panel can change for this user. `accounts`: the user has a Portico account. */
  readonly can: { readonly accounts: boolean; readonly suspend: boolean; readonly roles: boolean }
  /** The state of the password. `secured`: the user has revoked it. */
  readonly password?: 'one-time' | 'own' | 'configured' | 'directory' | 'none' | 'secured'
  /** True if the user was invited by email and has neither a password nor a passkey yet. */
  readonly invited?: boolean
  /** Why the invitation has not been sent. `isFinal`: it will not be retried. */
  readonly unsent?: { readonly answer: string; readonly isFinal: boolean } | undefined
  /** The list of emails to this user; undefined if the deployment does not send email. */
  readonly emailsHref?: string | undefined
  readonly invite: FormTarget
  /** What is paused, after how many attempts. */
  readonly pauses?: readonly (Omit<Pause, 'until'> & { readonly until: Date })[]
  /** The network that sign-ins of all users are paused from. */
  readonly pausedNetwork?: { readonly address: string; readonly until: Date } | undefined
  readonly wrong?: WrongPasswords | undefined
  readonly suspended?: { readonly by: string; readonly at: Date } | undefined
  /** `href`: the receipt; undefined if the offboarding is planned. */
  readonly offboarded?: { readonly by: string; readonly at: Date; readonly href: string | undefined } | undefined
  readonly unlock: FormTarget
  /** Also lifts the pause of the network. */
  readonly unlockNetwork: FormTarget
  readonly reactivate: FormTarget
}

export function InTheWay(props: InTheWayProps, { view }: HasView): VNode | null {
  const { frame, pausedNetwork, unlockNetwork } = props
  const t = view.t.users.user
  const network = pausedNetwork && (
    <Notice tone="warn" act={frame.mayChange ? unlockNetwork : undefined} label={t.unlockNetwork}>
      {rich(t.networkPaused, {
        address: <bdi>{pausedNetwork.address}</bdi>,
        when: <DateTime at={pausedNetwork.until} style="clock" />,
      })}
    </Notice>
  )
  return (
    <>
      <Standing {...props} />
      <Pauses {...props} />
      {network}
    </>
  )
}

function Standing(props: InTheWayProps, { view }: HasView): VNode | null {
  const { frame, user, can, password, suspended, reactivate } = props
  const t = view.t.users.user
  const changeable = frame.mayChange && can.suspend
  if (user.status === 'suspended')
    return (
      <Notice tone="danger" act={changeable ? reactivate : undefined} label={t.reactivate}>
        <strong>{t.suspendedNow}</strong>{' '}
        {suspended === undefined || props.offboarded !== undefined
          ? null
          : rich(t.suspendedBy, {
              name: <bdi>{suspended.by}</bdi>,
              when: <DateTime at={suspended.at} />,
            })}
        <Offboarded {...props} />
      </Notice>
    )
  if (user.status === 'ended' && user.until !== undefined)
    return (
      <Banner tone="danger">
        {view.t.users.end.ended({ date: endWords(view, user.until) })}{' '}
        {changeable && can.accounts ? (
          <Link href={userHref(frame.root, user.sub, 'end')}>{view.t.users.end.change}</Link>
        ) : null}{' '}
        <Offboarded {...props} />
      </Banner>
    )
  if (props.offboarded !== undefined)
    return (
      <Banner>
        <Offboarded {...props} />
      </Banner>
    )
  if (props.invited)
    return (
      <Notice act={changeable && user.email !== undefined ? props.invite : undefined} label={t.inviteAgain}>
        {t.invitedNow} <Unsent {...props} />
      </Notice>
    )
  if (password === 'secured') return <Banner tone="warn">{t.securedNow}</Banner>
  return password === 'one-time' ? <Banner>{t.mustChoose}</Banner> : null
}

export function Offboarded({ offboarded }: Pick<InTheWayProps, 'offboarded'>, { view }: HasView): VNode | null {
  if (offboarded === undefined) return null
  const t = view.t.offboard
  const { by, at, href } = offboarded
  return (
    <>
      {rich(href === undefined ? t.planned : t.offboarded, {
        name: <bdi>{by}</bdi>,
        when: <DateTime at={at} style={href === undefined ? 'exact' : 'relative'} />,
      })}{' '}
      {href === undefined ? null : <Link href={href}>{t.receipt}</Link>}
    </>
  )
}

function Unsent({ unsent, emailsHref }: InTheWayProps, { view }: HasView): VNode | null {
  const t = view.t.users.user
  if (unsent === undefined) return null
  return (
    <>
      <strong>
        {rich(unsent.isFinal ? t.invitationFailed : t.invitationWaits, { answer: <bdi>{unsent.answer}</bdi> })}
      </strong>{' '}
      {emailsHref === undefined ? null : <Link href={emailsHref}>{t.emails}</Link>}
    </>
  )
}

function Pauses({ mayHelp, unlock, wrong, pauses = [] }: InTheWayProps, { view }: HasView): VNode | null {
  const t = view.t.users.user
  if (pauses.length === 0) return null
  const wrongText = wrong && (
    <>
      {rich((parts: Record<'when' | 'address', string>) => t.wrongPasswords({ ...wrong, ...parts }), {
        when: <DateTime at={wrong.lastAt} />,
        address: <bdi>{wrong.address ?? '–'}</bdi>,
      })}{' '}
    </>
  )
  return (
    <Notice tone="warn" act={mayHelp ? unlock : undefined} label={t.unlock}>
      {pauses.map(({ kind, until, count, windowSeconds }, index) => {
        const minutes = Math.max(1, Math.ceil((until.getTime() - view.now.getTime()) / 60_000))
        const time = windowSeconds === undefined ? undefined : lifeOf(view.locale, windowSeconds)
        return (
          <>
            {index === 0 ? null : <br />}
            <strong>
              {rich((parts: Record<'when', string>) => t.paused[kind]({ minutes, ...parts }), {
                when: <DateTime at={until} style="clock" />,
              })}
            </strong>{' '}
            {time === undefined ? t.inARow({ count }) : t.pauseCause[kind]({ count, time })}{' '}
            {kind === 'password' ? wrongText : null}
            {kind === 'password' ? t.pausedWhy : null}
          </>
        )
      })}
    </Notice>
  )
}

interface NoticeProps extends BannerProps {
  /** The form that resolves the issue shown in the notice. */
  readonly act: FormTarget | undefined
  readonly label: string
}

const Notice = ({ act, label, children, ...banner }: NoticeProps): VNode => (
  <Banner {...banner}>
    <div class="sso-incident">
      <p>{children}</p>
      {act === undefined ? null : <ActForm form={act}>{label}</ActForm>}
    </div>
  </Banner>
)
