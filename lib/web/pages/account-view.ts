import { displayName } from '../../domain/accounts/display-name.ts'
import type { User } from '../../domain/accounts/user-directory.ts'
import type { AccountView } from '../ui/components/card.tsx'

/** How pages show a user: by name, with a detail that distinguishes the user from others with the same name. */
export function accountView(user: User): AccountView {
  const detail = user.email ?? user.preferred_username
  return { name: displayName(user), ...(detail === undefined ? {} : { detail }) }
}
