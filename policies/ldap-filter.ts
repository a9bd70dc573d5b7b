/**
 * How a sign-in's input reaches an LDAP server: a user name is only ever a filter value, and a password that a server
 * would treat as empty is not sent. A simple bind with an empty password is anonymous and succeeds with any name (RFC
 * 4513 s5.1.2).
 *
 * Spec      adapters/ldap; D-A1, D-A2
 * RFC       4515 s3 (escaping of assertion values), 4513 s5.1.2 (unauthenticated bind)
 * Deny      the name matches no user, the password is wrong
 * Enforced  adapters/ldap/ldap-directory.ts, adapters/ldap/settings.ts, adapters/ldap/groups.ts,
 *           adapters/ldap/stable-id.ts, adapters/ldap/directory-check.ts
 * Tests     test/policies/ldap-filter.test.ts, test/adapters/ldap/sign-in.test.ts
 */
const LONGEST_NAME = 254
const LONGEST_PASSWORD = 1024

const hex = (byte: number): string => `\\${byte.toString(16).padStart(2, '0')}`

/** Bytes as a filter value, each of them escaped. */
export const escapedBytes = (bytes: Iterable<number>): string => [...bytes].map(hex).join('')

/** Text as a filter value: printable ASCII stays, except for special characters; all else becomes escaped UTF-8. */
export const escapedValue = (text: string): string =>
  text.replace(/[^\x20-\x7e]+|[()*\\]/g, (part) => escapedBytes(new TextEncoder().encode(part)))

/** The filter with the value for each `{placeholder}`. Placeholders inside the value are not replaced. */
export const filledFilter = (filter: string, placeholder: string, value: string): string =>
  filter.split(`{${placeholder}}`).join(escapedValue(value))

/** The filter with a presence test for the name: a user who no longer matches the other conditions is not a user. */
export const filterOfAnyName = (filter: string): string => filter.split('{username}').join('*')

/** False: no user has the name, and no server is asked. A server would ignore surrounding spaces. */
export const isSearchableName = (name: string): boolean =>
  name !== '' && name === name.trim() && name.length <= LONGEST_NAME && !/\p{Cc}|\p{Cs}/u.test(name)

/** False: the password is wrong, and no server receives it. */
export const isSendablePassword = (password: string): boolean =>
  password.trim() !== '' && password.length <= LONGEST_PASSWORD && !password.includes('\0')
