/** Whom an operation is about, and what they are signed in to: on every page that asks before it. */
import type { VNode } from 'preact'
import { Avatar } from '../../../web/ui/components/apps.tsx'
import type { Viewed } from '../../../web/ui/view.ts'
import type { UserHead } from './user-props.tsx'

export interface AtStakeProps {
  readonly user: UserHead
  readonly reach: { readonly sessions: number; readonly apps: number }
}

export function AtStake({ user: { name, username, email }, reach, view }: AtStakeProps & Viewed): VNode {
  const t = view.t.users.atStake
  const details = [...new Set([username, email])].filter((detail) => detail !== undefined && detail !== name)
  return (
    <div class="sso-at-stake">
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
