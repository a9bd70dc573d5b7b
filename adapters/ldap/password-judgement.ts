import { randomBytes, randomUUID } from 'node:crypto'
import { isRightButUnusable } from '../../policies/directory-account-state.ts'
import type { Connection } from './connection.ts'
import { entryFault, isOfServer, isWrongPassword, resultCode, sentFault } from './failures.ts'
import type { DirectoryPlan } from './settings.ts'

/** `unusable`: right, and the account may not sign in. */
export type PasswordJudgement = 'right' | 'wrong' | 'unusable'

type Plan = Pick<DirectoryPlan, 'isActiveDirectory' | 'base'>

/**
 * What the server says of a password. Whatever else it says is no judgement, and thrown. One that was sent and not answered may have been
 * counted, so no other server is tried.
 */
export async function judgePassword(
  connection: Connection,
  { isActiveDirectory }: Plan,
  { dn, password, send }: { readonly dn: string; readonly password: string; readonly send: () => boolean },
): Promise<PasswordJudgement> {
  // With an empty name it would be an anonymous bind.
  if (dn === '') throw entryFault('an entry has no name')
  if (!send()) throw entryFault('nobody waits for the answer any more')
  try {
    await connection.bind(dn, password)
    return 'right'
  } catch (error) {
    if (resultCode(error) === undefined) throw sentFault(error)
    if (!isWrongPassword(error)) throw error
    return isActiveDirectory && isRightButUnusable((error as Error).message) ? 'unusable' : 'wrong'
  }
}

/** As much work as a wrong password makes, for a name that is nobody's: time would tell otherwise. */
export async function judgeNobody(connection: Connection, { base }: Plan): Promise<void> {
  try {
    await connection.bind(`cn=${randomUUID()},${base}`, randomBytes(16).toString('base64url'))
  } catch (error) {
    if (isOfServer(error)) throw error
  }
}
