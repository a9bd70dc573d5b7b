/** Edits a user's profile. After a conflicting change, the form keeps the typed values so they can be resubmitted. */

import { Checkbox, ErrorSummary, Form, type FormTarget, SubmitRow } from '../../../web/ui/components/form.tsx'
import { ProfileFields, type ProfileFieldsProps, profileIssues } from '../../../web/ui/components/profile-fields.tsx'
import { Banner, Section } from '../../../web/ui/components/section.tsx'
import type { HasView, VNode } from '../../../web/ui/view.ts'
import type { Framed } from '../shell/frame-view.tsx'
import { BelowUser, type UserHead, userHref, userName } from './user-props.tsx'

export interface UserEditProps extends Framed, Omit<ProfileFieldsProps, 'own'> {
  readonly user: UserHead
  readonly form: FormTarget
  readonly emailVerified: boolean
  /** True if another administrator changed the account after the form was opened. */
  readonly conflict: boolean
}

export function UserEdit(props: UserEditProps, { view }: HasView): VNode {
  const { frame, user, form, emailVerified, conflict, ...fields } = props
  const { users } = view.t
  const t = users.edit
  const back = userHref(frame.root, user.sub)
  return (
    <BelowUser user={user} title={t.title({ user: userName(user) })} wrong={fields.issues.length > 0}>
      {conflict ? (
        <Banner tone="warn" focus>
          {users.acts.refused.conflict}
        </Banner>
      ) : null}
      <ErrorSummary issues={profileIssues(fields, view)} />
      <Section id="person" title={users.user.details}>
        <Form target={form}>
          <ProfileFields {...fields} own={false} />
          <Checkbox
            id="email-verified"
            name="email_verified"
            label={t.emailVerified}
            hint={t.emailVerifiedHint}
            checked={emailVerified}
          />
          <SubmitRow cancelHref={back}>{t.save}</SubmitRow>
        </Form>
      </Section>
    </BelowUser>
  )
}
