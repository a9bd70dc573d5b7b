/** Deleting a user for good: what goes with them, and their name to be typed. */
import type { VNode } from 'preact'
import { TypeToConfirm } from '../../../web/ui/components/confirm.tsx'
import type { FormTarget } from '../../../web/ui/components/form.tsx'
import type { Viewed } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { AtStake, type AtStakeProps } from './at-stake-view.tsx'
import { userHref, userName } from './user-props.tsx'

export interface UserRemoveProps extends Framed, AtStakeProps {
  readonly form: FormTarget
  /** What was typed is not the name. */
  readonly wrong: boolean
}

export function UserRemove({ frame, user, reach, form, wrong, view }: UserRemoveProps & Viewed): VNode {
  const { users } = view.t
  const t = users.remove
  const back = userHref(frame.root, user.sub)
  return (
    <AdminPage
      frame={frame}
      section="users"
      view={view}
      title={t.title({ user: userName(user) })}
      wrong={wrong}
      crumbs={[
        { label: users.title, href: `${frame.root}/users` },
        { label: userName(user), href: back },
      ]}
    >
      <AtStake user={user} reach={reach} view={view} />
      <TypeToConfirm
        form={form}
        effects={t.effects}
        confirmLabel={t.submit}
        cancelHref={back}
        word={user.email ?? user.username}
        label={user.email === undefined ? t.typeUsername : t.typeEmail}
        wrong={wrong}
        view={view}
      />
    </AdminPage>
  )
}
