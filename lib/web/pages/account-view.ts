import { displayName } from '../../domain/accounts/display-name.ts'
import type { User } from '../../domain/accounts/user-directory.ts'
import type { AccountView } from '../ui/components/card.tsx'

/** The user as shown on pages: the name, plus a detail that distinguishes users with the same name. */
export function accountView(user: User): AccountView {
  const detail = user.email ?? user.preferred_username
  return { name: displayName(user), ...(detail === undefined ? {} : { detail }) }
}
