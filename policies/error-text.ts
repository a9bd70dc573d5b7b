/**
 * What becomes of the text of an error that the service did not make, before it is logged. Drivers of databases and clients of other
 * services repeat what they were called with: connection strings, passwords, tokens, and the addresses of users.
 *
 * Spec      log
 * RFC       3986 s3.2.1 (user information), 6750 s2.1 and 7617 s2 (Authorization)
 * Deny      none
 * Enforced  lib/domain/accounts/host-error.ts
 * Tests     test/policies/error-text.test.ts
 */
const HIDDEN = '…'

/** `postgres://app:secret@db:5432/users`: a password may hold any character but a space; the last @ ends it. */
const USER_INFORMATION = /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/?#'"<>]*@/gi
/** With a slash in the password, which belongs there encoded. */
const LOOSE_USER_INFORMATION = /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s:@'"<>]*:[^\s'"<>]*@/gi
const AUTHORIZATION = /\b(Bearer|Basic|Digest|Negotiate)\s+[\w.~+/=-]{6,}/gi
/** `password=…`, `Pwd: …`, `"api_key":"…"`, `client_secret='…'` */
const NAMED =
  /((?:password|passwd|passphrase|passwort|pwd|pass|secret|token|credentials?|api[_-]?key|access[_-]?key|account[_-]?key|private[_-]?key|authorization)["']?\s*[=:]\s*)("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s;,&)}\]]+)/gi
/** `pg@8.11.0` in the path of a module is none. */
const MAIL_ADDRESS = /(?<![\w.+-])[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}/gi
/** More than that says no more, and takes long to search. */
const LONGEST = 4_000

/** Without the word that the end falls into: half an address has half a password, and no @ after it. */
const cut = (text: string): string =>
  text.length > LONGEST ? text.slice(0, LONGEST - 1).replace(/\S*$/, HIDDEN) : text

/** The text without user information of addresses, values that are named like credentials, and mail addresses. */
export const withoutCredentials = (text: string): string =>
  cut(text)
    .replace(LOOSE_USER_INFORMATION, `$1${HIDDEN}@`)
    .replace(USER_INFORMATION, `$1${HIDDEN}@`)
    .replace(AUTHORIZATION, `$1 ${HIDDEN}`)
    .replace(NAMED, `$1${HIDDEN}`)
    .replace(MAIL_ADDRESS, HIDDEN)
