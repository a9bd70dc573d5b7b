import type { User } from './user-directory.ts'

/** Whoever is shown or named; every claim but the subject may be absent. */
type Named = Pick<User, 'sub' | 'name' | 'preferred_username' | 'email'>

/** The user as pages call them: by name, else by what they sign in with. */
export const displayName = (user: Named): string => user.name ?? displayUsername(user)

/** What stands for the user where a user name is wanted: in a password manager, an authenticator app, a passkey. */
export const displayUsername = ({ preferred_username, email, sub }: Named): string => preferred_username ?? email ?? sub
