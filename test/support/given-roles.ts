/** Replaces a user's roles, as an administrator does. */
import type { Node } from './idp.ts'

export async function giveRoles({ portico }: Pick<Node, 'portico'>, sub: string, ...roles: string[]): Promise<void> {
  await portico.accounts?.change(sub, (account) => ({ ...account, person: { ...account.person, roles } }))
}
