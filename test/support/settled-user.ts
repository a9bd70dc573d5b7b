import type { Account } from '../../lib/index.ts'
import type { Node } from './idp.ts'

export interface SettledUser {
  readonly sub: string
  readonly username: string
  readonly password: string
}

/** An invited user who has chosen a password. */
export async function settledUser(
  { portico: { accounts } }: Pick<Node, 'portico'>,
  username: string,
  details: Account['person'] = {},
  password = `the password of ${username}`,
): Promise<SettledUser> {
  const invited = await accounts?.invite(username, details)
  if (invited?.outcome !== 'created') throw new Error('the invitation failed')
  await accounts?.changePassword(invited.account.sub, password)
  return { sub: invited.account.sub, username, password }
}
