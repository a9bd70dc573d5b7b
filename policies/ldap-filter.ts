/**
 * What of a sign-in reaches an LDAP server, and in which form: a user name stands in a filter as a value and as nothing else, and
 * a password that a server would take for none is not sent. A simple bind with an empty password is an anonymous one and
 * succeeds (RFC 4513 s5.1.2), whoever's name it has.
 *
 * Spec      adapters/ldap; D-A1, D-A2
 * RFC       4515 s3 (escaping of assertion values), 4513 s5.1.2 (unauthenticated bind)
 * Deny      the name is nobody's, the password is wrong
 * Enforced  adapters/ldap/ldap-directory.ts, adapters/ldap/settings.ts, adapters/ldap/groups.ts, adapters/ldap/stable-id.ts,
 *           adapters/ldap/directory-check.ts
 * Tests     test/policies/ldap-filter.test.ts, test/adapters/ldap/sign-in.test.ts
 */
const LONGEST_NAME = 254
const LONGEST_PASSWORD = 1024

const hex = (byte: number): string => `\\${byte.toString(16).padStart(2, '0')}`

/** Bytes as a value in a filter, each of them escaped. */
export const escapedBytes = (bytes: Iterable<number>): string => [...bytes].map(hex).join('')

/** Text as a value in a filter: letters, digits and harmless signs as they are, all else as bytes of UTF-8. */
export const escapedValue = (text: string): string =>
  text.replace(/[^\x20-\x7e]+|[()*\\]/g, (part) => escapedBytes(new TextEncoder().encode(part)))

/** The filter with the value in place of each `{placeholder}`. What the value contains is not looked at for placeholders. */
export const filledFilter = (filter: string, placeholder: string, value: string): string =>
  filter.split(`{${placeholder}}`).join(escapedValue(value))

/**
 * The filter that finds all whom it would find under any name: who no longer fits the rest of it is no user, whatever the name.
 * A value becomes a test of presence.
 */
export const filterOfAnyName = (filter: string): string => filter.split('{username}').join('*')

/** False: the name is nobody's, and no server is asked. A server would leave blanks at the ends out. */
export const isSearchableName = (name: string): boolean =>
  name !== '' && name === name.trim() && name.length <= LONGEST_NAME && !/\p{Cc}|\p{Cs}/u.test(name)

/** False: the password is wrong, and no server sees it. */
export const isSendablePassword = (password: string): boolean =>
  password.trim() !== '' && password.length <= LONGEST_PASSWORD && !password.includes('\0')
