/**
 * How sign-in input reaches an LDAP server: a user name is only ever used as a filter value, and a password that a
 * server would treat as empty is not sent. A simple bind with an empty password is anonymous and succeeds for any name
 * (RFC 4513 s5.1.2).
 *
 * Spec      adapters/ldap; D-A1, D-A2
 * RFC       4515 s3 (escaping of assertion values), 4513 s5.1.2 (unauthenticated bind)
 * Deny      the name matches no user, or the password is wrong
 * Enforced  adapters/ldap/ldap-directory.ts, adapters/ldap/settings.ts, adapters/ldap/groups.ts,
 *           adapters/ldap/stable-id.ts, adapters/ldap/directory-check.ts
 * Tests     test/policies/ldap-filter.test.ts, test/adapters/ldap/sign-in.test.ts
 */
const LONGEST_NAME = 254
const LONGEST_PASSWORD = 1024

const hex = (byte: number): string => `\\${byte.toString(16).padStart(2, '0')}`

/** Encodes bytes as a filter value, escaping each one. */
export const escapedBytes = (bytes: Iterable<number>): string => [...bytes].map(hex).join('')

/** Encodes text as a filter value: special, control, and non-ASCII characters become escaped UTF-8. */
export const escapedValue = (text: string): string =>
  text.replace(/[^\x20-\x7e]+|[()*\\]/g, (part) => escapedBytes(new TextEncoder().encode(part)))

/** Replaces each `{placeholder}` in the filter with the value. Placeholders inside the value are not replaced. */
export const filledFilter = (filter: string, placeholder: string, value: string): string =>
  filter.split(`{${placeholder}}`).join(escapedValue(value))

/** Replaces the user name in the filter with `*`, so the filter finds every user who matches the other conditions. */
export const filterOfAnyName = (filter: string): string => filter.split('{username}').join('*')

/**
 * If false, the name matches no user and is not sent to the LDAP server. The server would ignore leading and trailing
 * spaces, so it could still find a user.
 */
export const isSearchableName = (name: string): boolean =>
  name !== '' && name === name.trim() && name.length <= LONGEST_NAME && !/\p{Cc}|\p{Cs}/u.test(name)

/** If false, the password is treated as wrong and is not sent to the LDAP server. */
export const isSendablePassword = (password: string): boolean =>
  password.trim() !== '' && password.length <= LONGEST_PASSWORD && !password.includes('\0')
