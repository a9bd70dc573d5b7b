import { X509Certificate } from 'node:crypto'
import { filledFilter, filterOfAnyName } from '../../policies/ldap-filter.ts'
import type { LdapDirectorySettings } from './directory-options.ts'
import { encodeFilter } from './filter-encoding.ts'
import { DEFAULTS } from './kinds.ts'
import { parseServerUrl, type ServerUrl } from './server-url.ts'

/** Validated settings, with defaults filled in. */
export type DirectoryPlan = ReturnType<typeof directoryPlan>

const POOL_MAX = 32
const TIMEOUT_SECONDS_MAX = 8
const SERVERS_MAX = 8
const ATTRIBUTE = /^(?:[A-Za-z][A-Za-z0-9-]{0,63}|\d+(?:\.\d+)+)$/

/** @throws SettingError that names the setting but does not contain its value */
export function directoryPlan(settings: LdapDirectorySettings) {
  const { startTls = false, ca, timeoutSeconds = 3, pool = 10, activeFilter, roles, kind } = settings
  if (kind !== undefined && !Object.hasOwn(DEFAULTS, kind)) throw wrong('kind', 'active-directory or openldap')
  const defaults = kind === undefined ? undefined : DEFAULTS[kind]
  const urls = typeof settings.url === 'string' ? [settings.url] : settings.url
  if (!Array.isArray(urls) || urls.length === 0 || urls.length > SERVERS_MAX)
    throw wrong('url', `one address, or a list of up to ${SERVERS_MAX}`)
  if (ca !== undefined) requireCertificates(ca)
  const account = { dn: text('bindDn', settings.bindDn), password: text('bindPassword', settings.bindPassword) }
  if (!/[=@\\]/.test(account.dn)) throw wrong('bindDn', 'a distinguished name')
  const base = text('base', settings.base)
  const attributes = { ...defaults?.attributes, ...settings.attributes }
  const username = attribute('attributes.username', attributes.username)
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) attribute(`attributes.${name}`, value)
  const userFilter = filterWith('userFilter', settings.userFilter ?? defaults?.userFilter, 'username')
  filter('userFilter', filterOfAnyName(userFilter))
  const groups = { base, nested: true, ...defaults?.groups, ...settings.groups }
  return {
    servers: urls.map((url) => server(text('url', url), startTls)),
    startTls,
    ca,
    account,
    base,
    isActiveDirectory: kind === 'active-directory',
    userFilter,
    activeFilter: activeFilter === undefined ? undefined : filter('activeFilter', activeFilter),
    id: attribute('id', settings.id ?? defaults?.id),
    attributes: { ...attributes, username },
    groups: {
      base: text('groups.base', groups.base),
      nested: groups.nested,
      filter: roles === undefined ? '' : filterWith('groups.filter', groups.filter, 'dn'),
      name: roles === undefined ? '' : attribute('groups.name', groups.name),
    },
    roles: roles === undefined ? undefined : requireRoles(roles),
    timeoutMs: 1_000 * within('timeoutSeconds', timeoutSeconds, TIMEOUT_SECONDS_MAX),
    pool: within('pool', pool, POOL_MAX),
  }
}

/** An invalid setting. The message does not contain its value. */
export class SettingError extends Error {
  /** Identifies this error class without `instanceof`. */
  override readonly name = 'SettingError'
  constructor(
    /** The invalid setting's path. */
    readonly setting: string,
    message: string,
  ) {
    super(message)
  }
}

const wrong = (name: string, wanted: string): SettingError => new SettingError(name, `ldap: ${name} must be ${wanted}`)

function text(name: string, value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '' || value.includes('\0'))
    throw wrong(name, 'text that is not empty')
  return value
}

function server(url: string, startTls: boolean): ServerUrl {
  try {
    return parseServerUrl(url, startTls)
  } catch (error) {
    throw new SettingError('url', (error as Error).message)
  }
}

function attribute(name: string, value: unknown): string {
  if (typeof value !== 'string' || !ATTRIBUTE.test(value)) throw wrong(name, 'the name of an attribute')
  return value
}

function filter(name: string, value: unknown): string {
  try {
    encodeFilter(text(name, value))
  } catch (error) {
    throw new SettingError(name, `${(error as Error).message} (${name})`)
  }
  return value as string
}

function filterWith(name: string, value: unknown, placeholder: string): string {
  if (!text(name, value).includes(`{${placeholder}}`)) throw wrong(name, `a filter with {${placeholder}} in it`)
  filter(name, filledFilter(value as string, placeholder, 'x'))
  return value as string
}

function within(name: string, value: unknown, most: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > most)
    throw wrong(name, `a whole number from 1 to ${most}`)
  return value
}

function requireCertificates(pem: string): void {
  try {
    new X509Certificate(pem)
  } catch {
    throw wrong('ca', 'certificates in PEM')
  }
}

function requireRoles(roles: Readonly<Record<string, readonly string[]>>): Readonly<Record<string, readonly string[]>> {
  const isList = (value: unknown): boolean => Array.isArray(value) && value.every((role) => typeof role === 'string')
  if (!Object.values(roles).every(isList)) throw wrong('roles', 'a list of roles for each group')
  return roles
}
