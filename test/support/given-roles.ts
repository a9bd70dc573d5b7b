/** An administrator gives a user these roles, and takes all others. */
import type { Node } from './idp.ts'

export async function giveRoles({ portico }: Pick<Node, 'portico'>, sub: string, ...roles: string[]): Promise<void> {
  await portico.accounts?.change(sub, (account) => ({ ...account, person: { ...account.person, roles } }))
}
