/**
 * Two user names are the same if they are equal after NFKC normalization and case folding. Two accounts never have
 * names that look the same, and different spellings of a name find the same account. In a name with an @, the part
 * behind it is a domain (policies/email-address.ts).
 *
 * Spec      sign-in page, `user create`; D-A2
 * RFC       8265 s3.3 (UsernameCaseMapped)
 * Deny      the account is not created; sign-in finds no account
 * Enforced  lib/domain/accounts/embedded-directory.ts, lib/domain/accounts/factors/passwords.ts,
 *           policies/new-password.ts
 * Tests     test/policies/username.test.ts
 */
import { asciiDomain } from './email-address.ts'

export const USERNAME_MAX_LENGTH = 254

const VISIBLE = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/** Removes white space, invisible characters, and direction marks around a name or email address that was typed. */
export function typedName(text: string): string {
  const characters = [...text]
  const isVisible = (character: string): boolean => VISIBLE.test(character)
  return characters.slice(characters.findIndex(isVisible), characters.findLastIndex(isVisible) + 1).join('')
}

/** The form in which an account is stored and looked up; undefined if the text cannot be a user name. */
export function canonicalUsername(username: string): string | undefined {
  if (username.length === 0 || username.length > USERNAME_MAX_LENGTH) return undefined
  const folded = withDnsDomain(username.normalize('NFKC').toLowerCase().normalize('NFKC'))
  // Rejects what readers cannot see: surrounding spaces, and control, format, unassigned, and invisible characters.
  return folded === '' ||
    folded !== folded.trim() ||
    /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(folded)
    ? undefined
    : folded
}

function withDnsDomain(name: string): string {
  const at = name.lastIndexOf('@') + 1
  const domain = at === 0 ? '' : asciiDomain(name.slice(at))
  return domain === '' ? name : name.slice(0, at) + domain
}

/** NFKC lets a password match even if it is typed on a different system's keyboard. */
export const canonicalPassword = (password: string): string => password.normalize('NFKC')
