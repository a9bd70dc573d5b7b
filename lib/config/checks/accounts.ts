/** Each account has its subject and its user name alone, as two of one could sign in as each other; and one password. */

import { textIssue } from '../../../policies/profile.ts'
import { listAt, textAt } from '../data/plain-data.ts'
import { describeReceived } from '../data/received.ts'
import { type ConfigIssue, configIssue } from '../issues/config-error.ts'

export function checkAccounts(data: unknown): readonly ConfigIssue[] {
  const accounts = listAt(data, 'accounts')
  return [
    ...checkAlone(accounts, 'sub', (sub) => sub),
    ...checkAlone(accounts, 'username', foldUsername),
    ...accounts.flatMap(checkPassword),
    ...accounts.flatMap((account, index) => checkDetails(account, `accounts[${index}].`)),
  ]
}

const DETAILS = ['name', 'given_name', 'family_name', 'preferred_username', 'email'] as const

/** @param place of the account, with the dot that follows it */
export function checkDetails(account: unknown, place: string): readonly ConfigIssue[] {
  return DETAILS.flatMap((detail) => {
    const text = textAt(account, detail)
    return text === undefined || textIssue(text) !== 'unusable'
      ? []
      : [
          configIssue(
            'E1006',
            `${place}${detail}`,
            'a text without invisible characters',
            describeReceived(text, 'shown'),
          ),
        ]
  })
}

function checkPassword(account: unknown, index: number): readonly ConfigIssue[] {
  const [password, hash] = [textAt(account, 'password'), textAt(account, 'password_hash')]
  const path = `accounts[${index}].password`
  if (password !== undefined && hash !== undefined)
    return [configIssue('E1006', path, 'password or password_hash', 'both')]
  return password === undefined && hash === undefined
    ? [configIssue('E1004', path, 'password or password_hash', 'nothing')]
    : []
}

/** User names that differ in case, or in the way a letter is encoded, are one user name. */
export function foldUsername(username: string): string {
  return username.normalize('NFKC').toLowerCase()
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
