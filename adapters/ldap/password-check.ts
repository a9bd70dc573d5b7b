import { randomBytes, randomUUID } from 'node:crypto'
import { isValidButDisabled } from '../../policies/directory-account-state.ts'
import type { Connection } from './connection.ts'
import { entryError, isOfServer, isWrongPassword, noResponseError, resultCode } from './failures.ts'
import type { DirectoryPlan } from './settings.ts'

/** `disabled`: the password is correct, but the account cannot sign in. */
export type PasswordCheck = 'valid' | 'invalid' | 'disabled'

type Plan = Pick<DirectoryPlan, 'isActiveDirectory' | 'base'>

/** Throws unless the server checked the password. Tries only one server: each attempt may count toward a lockout. */
export async function checkPassword(
  connection: Connection,
  { isActiveDirectory }: Plan,
  { dn, password, send }: { readonly dn: string; readonly password: string; readonly send: () => boolean },
): Promise<PasswordCheck> {
  // With an empty name, the bind would be anonymous.
  if (dn === '') throw entryError('an entry has no name')
  if (!send()) throw entryError('the caller no longer waits for the response')
  try {
    await connection.bind(dn, password)
    return 'valid'
  } catch (error) {
    if (resultCode(error) === undefined) throw noResponseError(error)
    if (!isWrongPassword(error)) throw error
    return isActiveDirectory && isValidButDisabled((error as Error).message) ? 'disabled' : 'invalid'
  }
}

/** Takes as long as checking a wrong password, so that timing does not reveal whether a name exists. */
export async function checkUnknownName(connection: Connection, { base }: Plan): Promise<void> {
  try {
    await connection.bind(`cn=${randomUUID()},${base}`, randomBytes(16).toString('base64url'))
  } catch (error) {
    if (isOfServer(error)) throw error
  }
}
