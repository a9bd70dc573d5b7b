/** What a role of this service allows; what a role means to an app is known only there. */
import type { VNode } from 'preact'
import type { Messages } from '../../../web/ui/texts/catalogue.ts'
import type { Viewed } from '../../../web/ui/view.ts'

export function RoleMeaning({ role, view }: { readonly role: string } & Viewed): VNode | null {
  const { meanings } = view.t.users.roles
  return Object.hasOwn(meanings, role) ? (
    <span class="sso-sub">{meanings[role as keyof Messages['users']['roles']['meanings']]}</span>
  ) : null
}
