import type { User } from './user-directory.ts'

/** A user of whom every claim but the subject can be absent. */
type Named = Pick<User, 'sub' | 'name' | 'preferred_username' | 'email'>

/** The user's name on pages: the full name, or else the sign-in name. */
export const displayName = (user: Named): string => user.name ?? displayUsername(user)

/** The user name for password managers, authenticator apps and passkeys. */
export const displayUsername = ({ preferred_username, email, sub }: Named): string => preferred_username ?? email ?? sub
