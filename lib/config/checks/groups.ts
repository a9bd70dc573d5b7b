/** Checks within one group of settings. */
import { isIP } from 'node:net'
import { headerNameIssue, IDENTITY_FACTS } from '../../../policies/identity-headers.ts'
import { dayIn } from '../data/day.ts'
import { describeReceived, isPlainObject, listAt, memberAt, objectAt, textAt } from '../data/plain-data.ts'
import { type ConfigIssue, configIssue } from '../issues/config-error.ts'

export function checkMail(data: unknown): readonly ConfigIssue[] {
  const mail = objectAt(data, 'mail')
  if (textAt(mail, 'url') === undefined || textAt(mail, 'from') !== undefined) return []
  return [
    configIssue('E1004', 'mail.from', 'the sender of emails, because mail.url is set', 'nothing', 'or set MAIL_FROM'),
  ]
}

/** Rejects a day that does not exist, because a rule would never apply from it on. */
export function checkSecondFactor(data: unknown): readonly ConfigIssue[] {
  const from = textAt(objectAt(objectAt(data, 'login'), 'secondFactor'), 'from')
  if (from === undefined || dayIn(from) !== undefined) return []
  return [configIssue('E1006', 'login.secondFactor.from', 'a date (YYYY-MM-DD)', describeReceived(from, 'shown'))]
}

const EXPECTED_HEADER = {
  malformed: 'the name of a header: letters, digits and hyphens',
  taken: 'a name without a meaning of its own',
  repeated: 'a name that none of the others has',
} as const

export function checkGate(data: unknown): readonly ConfigIssue[] {
  const headers = objectAt(objectAt(data, 'gate'), 'headers')
  const seen: string[] = []
  return IDENTITY_FACTS.flatMap((fact): ConfigIssue[] => {
    const name = textAt(headers, fact)
    if (name === undefined) return []
    const issue = headerNameIssue(name, seen)
    seen.push(name)
    if (issue === undefined) return []
    return [configIssue('E1006', `gate.headers.${fact}`, EXPECTED_HEADER[issue], describeReceived(name, 'shown'))]
  })
}

/** Requires some settings if `ldap.kind` is not set, because only the kind provides defaults for them. */
export function checkDirectory(data: unknown): readonly ConfigIssue[] {
  const ldap = memberAt(data, 'ldap')
  if (!isPlainObject(ldap) || memberAt(ldap, 'kind') !== undefined) return []
  const required = [
    ['userFilter', ldap, 'a filter with {username} in it'],
    ['id', ldap, 'the name of an attribute'],
    ['attributes.username', objectAt(ldap, 'attributes'), 'the name of an attribute'],
  ] as const
  return required
    .filter(([path, holder]) => memberAt(holder, path.split('.').at(-1) ?? path) === undefined)
    .map(([path, , expected]) => configIssue('E1004', `ldap.${path}`, expected, 'nothing', 'or set ldap.kind'))
}

/** CIDR ranges in `login.allowPrivateAddresses` and `logout.allowPrivateAddresses` (RFC 4632, RFC 4291). */
export const checkAddressRanges = (data: unknown): readonly ConfigIssue[] =>
  ['login', 'logout'].flatMap((group) => checkRanges(data, group))

function checkRanges(data: unknown, group: string): readonly ConfigIssue[] {
  return listAt(objectAt(data, group), 'allowPrivateAddresses').flatMap((range, index): ConfigIssue[] => {
    if (typeof range !== 'string' || isAddressRange(range)) return []
    const family = isIP(range)
    const hint = family === 0 ? undefined : `for one address write /${family === 4 ? 32 : 128} after it`
    const path = `${group}.allowPrivateAddresses[${index}]`
    return [configIssue('E1001', path, 'a CIDR range such as "10.20.0.0/16"', describeReceived(range, 'shown'), hint)]
  })
}

function isAddressRange(range: string): boolean {
  const [, address = '', bits = ''] = /^([^/%]+)\/(0|[1-9]\d{0,2})$/.exec(range) ?? []
  const family = isIP(address)
  return family !== 0 && Number(bits) <= (family === 4 ? 32 : 128)
}
