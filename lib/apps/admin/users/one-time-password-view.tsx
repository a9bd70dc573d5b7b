/** The only page that shows a one-time password. Resubmitting the form does not show the password again. */

import { CopyField } from '../../../web/ui/components/copy-field.tsx'
import { LinkRow } from '../../../web/ui/components/form.tsx'
import { Banner, Section } from '../../../web/ui/components/section.tsx'
import type { HasView, VNode } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { type UserHead, userHref, userName } from './user-props.tsx'

export interface UserOnceProps extends Framed {
  readonly user: UserHead
  readonly act: 'created' | 'reset'
  readonly oneTimePassword: string
  /** URL of the portal, where the user signs in; undefined if there is no portal. */
  readonly signInAddress: string | undefined
}

const MESSAGE_ROWS = 6

export function UserOnce(
  { frame, user, act, oneTimePassword, signInAddress }: UserOnceProps,
  { view }: HasView,
): VNode {
  const { users } = view.t
  const t = users.once
  return (
    <AdminPage
      section="users"
      title={(act === 'created' ? t.createdTitle : t.resetTitle)({ user: userName(user) })}
      crumbs={[{ label: users.title, href: `${frame.root}/users` }]}
    >
      <Banner tone="warn" focus>
        <strong>{t.warning}</strong> {act === 'reset' ? t.resetDone : null}
      </Banner>
      <div class="sso-once" data-sso-once={t.leaving}>
        <Section id="once" title={t.password} lead={t.hint}>
          <CopyField id="username" label={t.username} value={user.username} />
          <CopyField id="one-time-password" label={t.password} value={oneTimePassword} />
        </Section>
      </div>
      {signInAddress === undefined ? null : (
        <Section id="message" title={t.message} lead={t.messageHint}>
          <CopyField
            id="message-text"
            label={t.messageLabel}
            value={(act === 'created' ? t.messageCreated : t.messageReset)({
              name: user.name ?? user.username,
              product: view.product.name,
              address: signInAddress,
              username: user.username,
            })}
            rows={MESSAGE_ROWS}
            prose
          />
        </Section>
      )}
      <LinkRow look="primary" href={userHref(frame.root, user.sub)}>
        {t.toUser}
      </LinkRow>
    </AdminPage>
  )
}

export interface UserAgainProps extends Framed {
  /** What the first submission did; `nothing` if the user does not exist. */
  readonly act: 'created' | 'reset' | 'nothing'
  readonly href: string
}

export function UserAgain({ frame, act, href }: UserAgainProps, { view }: HasView): VNode {
  const { users } = view.t
  const t = users.once
  return (
    <AdminPage section="users" title={t.againTitle} crumbs={[{ label: users.title, href: `${frame.root}/users` }]}>
      <Banner>{act === 'created' ? t.againCreated : act === 'reset' ? t.againReset : t.againPending}</Banner>
      <LinkRow look="primary" href={href}>
        {act === 'nothing' ? t.startAgain : t.toUser}
      </LinkRow>
    </AdminPage>
  )
}

export function UserMissing({ frame, id }: Framed & { readonly id: string }, { view }: HasView): VNode {
  const { users: t } = view.t
  return (
    <AdminPage section="users" title={t.missing}>
      <Section id="missing" title={id} lead={t.missingHint}>
        <LinkRow look="primary" href={`${frame.root}/users`}>
          {t.toUsers}
        </LinkRow>
      </Section>
    </AdminPage>
  )
}
