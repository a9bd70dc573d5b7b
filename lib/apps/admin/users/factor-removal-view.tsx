/** Confirms the removal of a lost sign-in method, and shows the user and what it ends. */
import { Confirm } from '../../../web/ui/components/confirm.tsx'
import type { FormTarget } from '../../../web/ui/components/form.tsx'
import { type HasView, isolate, type VNode } from '../../../web/ui/view.ts'
import type { Framed } from '../shell/frame-view.tsx'
import { Impact, type ImpactProps } from './operation-view.tsx'
import { BelowUser, userHref, userName } from './user-props.tsx'

export interface UserFactorRemovalProps extends Framed, ImpactProps {
  readonly what: 'authenticator' | 'everything' | { readonly passkey: string }
  /** Whether the user has no second factor afterwards. */
  readonly isLast: boolean
  readonly form: FormTarget
}

export function UserFactorRemoval(props: UserFactorRemovalProps, { view }: HasView): VNode {
  const { frame, user, reach, what, isLast, form } = props
  const { users: t } = view.t.factors
  const kind = typeof what === 'string' ? what : 'passkey'
  const texts = t.removal[kind]
  const named = { user: userName(user), passkey: typeof what === 'string' ? '' : isolate(what.passkey) }
  const effect = typeof texts.effect === 'string' ? texts.effect : texts.effect(named)
  return (
    <BelowUser user={user} title={texts.title(named)}>
      <Impact user={user} reach={reach} />
      <Confirm
        form={form}
        danger
        effects={[effect, ...(isLast ? [t.allLead] : []), t.removal.signsOut({ count: reach.sessions })]}
        confirmLabel={texts.submit}
        cancelHref={userHref(frame.root, user.sub, 'factors')}
      />
    </BelowUser>
  )
}
