export { type DirectoryQuestion, type DirectoryStep, testDirectory } from './directory-check.ts'
export type { DirectoryUser } from './entry.ts'
export { type LdapDirectory, ldapDirectory } from './ldap-directory.ts'
export type { DirectoryAttributes, GroupSettings, LdapDirectorySettings } from './settings.ts'
