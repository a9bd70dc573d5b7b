/** A user's external identities, and the page where an administrator unlinks one. */

import { Confirm } from '../../../web/ui/components/confirm.tsx'
import { type FormTarget, LinkRow } from '../../../web/ui/components/form.tsx'
import { DescriptionList, Section } from '../../../web/ui/components/section.tsx'
import { DateTime } from '../../../web/ui/components/text.tsx'
import { type HasView, isolate, type VNode } from '../../../web/ui/view.ts'
import type { Framed, InPanel } from '../shell/frame-view.tsx'
import { BelowUser, type UserHead, userHref, userName } from './user-props.tsx'

export interface UserIdentity {
  /** Connector ID. */
  readonly id: string
  /** Provider name. */
  readonly name: string
  /** The user's subject at the provider. */
  readonly subject: string
  readonly linkedAt: Date
}

/** The section about external identities on the user's page; null if there are none. */
export function IdentitySection(
  { user, identities }: { user: UserHead; identities: readonly UserIdentity[] },
  { view, frame }: InPanel,
): VNode | null {
  const { users } = view.t
  const t = users.identities
  if (identities.length === 0) return null
  return (
    <Section id="identities" title={t.section}>
      {identities.map(({ id, name, subject, linkedAt }) => (
        <>
          <h3>
            <bdi>{name}</bdi>
          </h3>
          <DescriptionList
            facts={[
              [t.subject, <code>{subject}</code>],
              [t.since, <DateTime at={linkedAt} />],
            ]}
          />
          {frame.mayChange ? (
            <LinkRow
              href={`${userHref(frame.root, user.sub, 'unlink')}?upstream=${encodeURIComponent(id)}`}
              spoken={t.unlinkOf({ provider: isolate(name) })}
            >
              {t.unlink}
            </LinkRow>
          ) : null}
        </>
      ))}
    </Section>
  )
}

export interface UserUnlinkProps extends Framed {
  readonly user: UserHead
  /** Provider name. */
  readonly provider: string
  /** Whether this provider created the account. */
  readonly isOrigin: boolean
  readonly form: FormTarget
}

export function UserUnlink({ frame, user, provider, isOrigin, form }: UserUnlinkProps, { view }: HasView): VNode {
  const { users } = view.t
  const t = users.identities
  const back = userHref(frame.root, user.sub)
  const named = { user: userName(user), provider: isolate(provider) }
  return (
    <BelowUser user={user} title={t.title(named)}>
      <Confirm
        form={form}
        danger
        effects={[t.effect(named), t.ends, ...(isOrigin ? [t.becomesOwn] : [])]}
        confirmLabel={t.unlink}
        cancelHref={back}
      />
    </BelowUser>
  )
}
