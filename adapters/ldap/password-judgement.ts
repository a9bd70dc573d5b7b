import { randomBytes, randomUUID } from 'node:crypto'
import { isRightButUnusable } from '../../policies/directory-account-state.ts'
import type { Connection } from './connection.ts'
import { entryFault, isOfServer, isWrongPassword, resultCode, sentFault } from './failures.ts'
import type { DirectoryPlan } from './settings.ts'

/** `unusable`: correct password, but the account cannot sign in. */
export type PasswordJudgement = 'right' | 'wrong' | 'unusable'

type Plan = Pick<DirectoryPlan, 'isActiveDirectory' | 'base'>

/** Throws unless the server checked the password. Tries no other server, because an attempt can have counted. */
export async function judgePassword(
  connection: Connection,
  { isActiveDirectory }: Plan,
  { dn, password, send }: { readonly dn: string; readonly password: string; readonly send: () => boolean },
): Promise<PasswordJudgement> {
  // With an empty name, it would be an anonymous bind.
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

/** Costs as much as a wrong password, for unknown names: the time must not reveal whether a name exists. */
export async function judgeNobody(connection: Connection, { base }: Plan): Promise<void> {
  try {
    await connection.bind(`cn=${randomUUID()},${base}`, randomBytes(16).toString('base64url'))
  } catch (error) {
    if (isOfServer(error)) throw error
  }
}
