/** Before an operation on an account: what it does, and the way back. */
import type { VNode } from 'preact'
import { Confirm } from '../../../web/ui/components/confirm.tsx'
import type { FormTarget } from '../../../web/ui/components/form.tsx'
import type { Viewed } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { type UserHead, type UserOperation, userHref, userName } from './user-props.tsx'

export interface UserQuestionProps extends Framed {
  readonly user: UserHead
  readonly act: UserOperation
  readonly form: FormTarget
}

export function UserQuestion({ frame, user, act, form, view }: UserQuestionProps & Viewed): VNode {
  const { users } = view.t
  const { title } = users.acts[act]
  const effects = [...users.acts[act].effects, ...(act === 'reset' ? [view.t.factors.users.resetEffect] : [])]
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
      <Confirm
        form={form}
        effects={effects}
        confirmLabel={labels[act]}
        cancelHref={back}
        danger={act !== 'require-password'}
        view={view}
      />
    </AdminPage>
  )
}
