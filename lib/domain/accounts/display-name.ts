import type { User } from './user-directory.ts'

/** The claims used for display names; all but the subject can be absent. */
type Named = Pick<User, 'sub' | 'name' | 'preferred_username' | 'email'>

/** The user's name as shown on pages: the full name if there is one, otherwise the sign-in name. */
export const displayName = (user: Named): string => user.name ?? displayUsername(user)

/** The user name shown in password managers, authenticator apps, and passkeys. */
export const displayUsername = ({ preferred_username, email, sub }: Named): string => preferred_username ?? email ?? sub
