/** Rejects accounts that share a subject or a username, because their users could sign in as each other. */
import { mailAddress } from '../../../policies/email-address.ts'
import { endIn } from '../../../policies/end-dates.ts'
import { textIssue } from '../../../policies/profile.ts'
import { signInAddress } from '../../../policies/sign-in-address.ts'
import { canonicalUsername } from '../../../policies/username.ts'
import { describeReceived, listAt, memberAt, textAt } from '../data/plain-data.ts'
import { type ConfigIssue, configIssue } from '../issues/config-error.ts'

export function checkAccounts(data: unknown): readonly ConfigIssue[] {
  const accounts = listAt(data, 'accounts')
  return [
    ...checkAlone(accounts, 'sub', (sub) => sub),
    ...checkAlone(accounts, 'username', (name) => canonicalUsername(name) ?? name),
    ...accounts.flatMap(checkUsername),
    ...checkAddresses(accounts),
    ...accounts.flatMap(checkPassword),
    ...accounts.flatMap((account, index) => [
      ...checkDetails(account, `accounts[${index}].`),
      ...checkEnds(account, `accounts[${index}].`),
    ]),
  ]
}

/** Usernames and verified email addresses share one namespace (policies/sign-in-address.ts). */
function checkAddresses(accounts: readonly unknown[]): readonly ConfigIssue[] {
  const addresses = accounts.map((account) =>
    signInAddress({ email: textAt(account, 'email'), email_verified: memberAt(account, 'email_verified') === true }),
  )
  return accounts.flatMap((account, index): ConfigIssue[] => {
    const username = textAt(account, 'username') ?? ''
    const canonical = canonicalUsername(username)
    const other = addresses.findIndex((address, at) => at !== index && address !== undefined && address === canonical)
    if (other < 0) return []
    const received = `${describeReceived(username, 'shown')}, the verified email of accounts[${other}]`
    return [
      configIssue('E1005', `accounts[${index}].username`, 'a username that is no other account’s email', received),
    ]
  })
}

const DETAILS = ['name', 'given_name', 'family_name', 'preferred_username', 'email'] as const

/** @param place path to the account, with a trailing dot */
export function checkDetails(account: unknown, place: string): readonly ConfigIssue[] {
  return DETAILS.flatMap((detail) => {
    const text = textAt(account, detail)
    if (text === undefined) return []
    const isUsable = detail === 'email' ? mailAddress(text) !== undefined : textIssue(text) !== 'unusable'
    const expected = detail === 'email' ? 'an email address' : 'a text without invisible characters'
    return isUsable ? [] : [configIssue('E1006', `${place}${detail}`, expected, describeReceived(text, 'shown'))]
  })
}

/** @param place path to the account, with a trailing dot */
export function checkEnds(account: unknown, place: string): readonly ConfigIssue[] {
  const ends = Object.entries(memberAt(account, 'role_ends') ?? {}).map(([role, end]) => [`role_ends.${role}`, end])
  return [['until', memberAt(account, 'until')], ...ends].flatMap(([key, end]) =>
    typeof end !== 'string' || endIn(end) !== undefined
      ? []
      : [configIssue('E1001', `${place}${key}`, END_EXPECTED, describeReceived(end, 'shown'))],
  )
}
const END_EXPECTED = 'a date such as 2027-01-31, or a time such as 2027-01-31T18:00:00Z'

function checkPassword(account: unknown, index: number): readonly ConfigIssue[] {
  const [password, hash] = [textAt(account, 'password'), textAt(account, 'password_hash')]
  const path = `accounts[${index}].password`
  if (password !== undefined && hash !== undefined)
    return [configIssue('E1006', path, 'password or password_hash', 'both')]
  return password === undefined && hash === undefined
    ? [configIssue('E1004', path, 'password or password_hash', 'nothing')]
    : []
}

function checkUsername(account: unknown, index: number): readonly ConfigIssue[] {
  const name = textAt(account, 'username')
  if (name === undefined || canonicalUsername(name) !== undefined) return []
  const received = describeReceived(name, 'shown')
  return [configIssue('E1001', `accounts[${index}].username`, 'a name without invisible characters', received)]
}

type Fold = (value: string) => string

function checkAlone(accounts: readonly unknown[], key: 'sub' | 'username', fold: Fold): readonly ConfigIssue[] {
  const holders = new Map<string, string>()
  return accounts.flatMap((account, index): ConfigIssue[] => {
    const value = textAt(account, key)
    if (value === undefined) return []
    const path = `accounts[${index}].${key}`
    const holder = holders.get(fold(value))
    const received = `${describeReceived(value, 'shown')}, as in ${holder}`
    if (holder !== undefined) return [configIssue('E1005', path, `a ${key} of its own`, received)]
    holders.set(fold(value), path)
    return []
  })
}
