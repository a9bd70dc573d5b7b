/** Before an operation on an account: whom it is about, what it does, and the way back. */
import type { VNode } from 'preact'
import { RadioCards } from '../../../web/ui/components/choice.tsx'
import { Confirm } from '../../../web/ui/components/confirm.tsx'
import type { FormTarget } from '../../../web/ui/components/form.tsx'
import type { Viewed } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { AtStake, type AtStakeProps } from './at-stake-view.tsx'
import { type UserOperation, userHref, userName } from './user-props.tsx'

export interface UserQuestionProps extends Framed, AtStakeProps {
  readonly act: UserOperation
  /** The user has a password of their own: they may also keep it until they choose another. */
  readonly mayKeepPassword: boolean
  readonly form: FormTarget
}

export function UserQuestion({
  frame,
  user,
  reach,
  act,
  mayKeepPassword,
  form,
  view,
}: UserQuestionProps & Viewed): VNode {
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
    'require-password': users.user.requirePassword,
    'sign-out': users.user.signOut,
  }
  const back = userHref(frame.root, user.sub)
  return (
    <AdminPage
      frame={frame}
      section="users"
      view={view}
      title={title({ user: userName(user) })}
      crumbs={[
        { label: users.title, href: `${frame.root}/users` },
        { label: userName(user), href: back },
      ]}
    >
      <AtStake user={user} reach={reach} view={view} />
      <Confirm
        form={form}
        effects={effects}
        confirmLabel={labels[act]}
        cancelHref={back}
        danger={act !== 'require-password'}
        view={view}
      >
        {choosing ? <WhichPassword view={view} /> : null}
      </Confirm>
    </AdminPage>
  )
}

function WhichPassword({ view }: Viewed): VNode {
  const t = view.t.users.acts.reset
  return (
    <RadioCards
      id="how"
      name="how"
      label={t.how}
      value="now"
      options={[
        { value: 'now', label: t.howNow, hint: t.howNowHint },
        { value: 'next', label: t.howNext, hint: t.howNextHint },
      ]}
    />
  )
}
