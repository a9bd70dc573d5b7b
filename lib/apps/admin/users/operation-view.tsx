/** Confirms an operation on an account, and shows the user and the operation's effects. */

import { Avatar } from '../../../web/ui/components/apps.tsx'
import { RadioCards } from '../../../web/ui/components/choice.tsx'
import { Confirm, TypeToConfirm } from '../../../web/ui/components/confirm.tsx'
import type { FormTarget } from '../../../web/ui/components/form.tsx'
import type { HasView, VNode } from '../../../web/ui/view.ts'
import type { Framed } from '../shell/frame-view.tsx'
import { BelowUser, type UserHead, type UserOperation, userHref, userName } from './user-props.tsx'

export interface UserQuestionProps extends Framed, ImpactProps {
  readonly act: UserOperation
  /** Whether the user's own password can stay valid until the user chooses a new one. */
  readonly mayKeepPassword: boolean
  readonly form: FormTarget
}

export function UserQuestion(props: UserQuestionProps, { view }: HasView): VNode {
  const { frame, user, reach, act, mayKeepPassword, form } = props
  const { users } = view.t
  const { title } = users.acts[act]
  const choosing = act === 'reset' && mayKeepPassword
  const effects = [
    ...(choosing
      ? []
      : act === 'suspend' && user.source === 'directory'
        ? view.t.hostUsers.suspendEffects
        : users.acts[act].effects),
    ...(act === 'reset' ? [view.t.factors.users.resetEffect] : []),
  ]
  const labels = {
    suspend: users.user.suspend,
    reset: users.user.reset,
    'reset-email': users.user.resetEmail,
    'require-password': users.user.requirePassword,
    'sign-out': users.user.signOut,
  }
  const back = userHref(frame.root, user.sub)
  return (
    <BelowUser user={user} title={title({ user: userName(user) })}>
      <Impact user={user} reach={reach} />
      <Confirm
        form={form}
        effects={effects}
        confirmLabel={labels[act]}
        cancelHref={back}
        danger={act !== 'require-password' && act !== 'reset-email'}
      >
        {choosing ? <WhichPassword /> : null}
      </Confirm>
    </BelowUser>
  )
}

function WhichPassword(_props: object, { view }: HasView): VNode {
  const t = view.t.users.acts.reset
  return (
    <RadioCards
      id="how"
      label={t.how}
      value="now"
      options={[
        { value: 'now', label: t.howNow, hint: t.howNowHint },
        { value: 'next', label: t.howNext, hint: t.howNextHint },
      ]}
    />
  )
}

export interface ImpactProps {
  readonly user: UserHead
  readonly reach: { readonly sessions: number; readonly apps: number }
}

export function Impact({ user: { name, username, email }, reach }: ImpactProps, { view }: HasView): VNode {
  const t = view.t.users.impact
  const details = [...new Set([username, email])].filter((detail) => detail !== undefined && detail !== name)
  return (
    <div class="sso-impact">
      <Avatar name={name ?? username} size="large" />
      <div>
        <strong>
          <bdi>{name ?? username}</bdi>
        </strong>
        {details.map((detail) => (
          <bdi class="sso-sub">{detail}</bdi>
        ))}
        <span>{reach.sessions === 0 ? t.notSignedIn : t.signedIn(reach)}</span>
      </div>
    </div>
  )
}

export interface UserRemoveProps extends Framed, ImpactProps {
  readonly form: FormTarget
  /** True if the typed name does not match. */
  readonly wrong: boolean
}

/** Deletes a user permanently; the administrator must type the name. */
export function UserRemove({ frame, user, reach, form, wrong }: UserRemoveProps, { view }: HasView): VNode {
  const { users } = view.t
  const t = users.remove
  const back = userHref(frame.root, user.sub)
  return (
    <BelowUser user={user} title={t.title({ user: userName(user) })} wrong={wrong}>
      <Impact user={user} reach={reach} />
      <TypeToConfirm
        form={form}
        effects={t.effects}
        confirmLabel={t.submit}
        cancelHref={back}
        word={user.email ?? user.username}
        label={user.email === undefined ? t.typeUsername : t.typeEmail}
        wrong={wrong}
      />
    </BelowUser>
  )
}
