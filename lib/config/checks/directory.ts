/** Requires some settings if `ldap.kind` is not set, because only the kind provides defaults for them. */
import { isPlainObject, memberAt, objectAt } from '../data/plain-data.ts'
import { type ConfigIssue, configIssue } from '../issues/config-error.ts'

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
