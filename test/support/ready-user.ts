import type { Account } from '../../lib/index.ts'
import type { Node } from './idp.ts'

export interface ReadyUser {
  readonly sub: string
  readonly username: string
  readonly password: string
}

/** An invited user who has chosen a password. */
export async function readyUser(
  { portico: { accounts } }: Pick<Node, 'portico'>,
  username: string,
  details: Account['person'] = {},
  password = `the password of ${username}`,
): Promise<ReadyUser> {
  const invited = await accounts?.invite(username, details)
  if (invited?.outcome !== 'created') throw new Error('the invitation failed')
  await accounts?.changePassword(invited.account.sub, password)
  return { sub: invited.account.sub, username, password }
}
