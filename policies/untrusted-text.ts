/**
 * How untrusted text is sanitized before it is stored, logged, or shown on a terminal. It is shortened, kept on one
 * line, and cannot send control codes to the display. Credentials are removed from errors, because database drivers
 * include connection parameters in their errors.
 *
 * Spec      explanations, log, command line; D-G12
 * RFC       3986 s3.2.1 (user information), 6750 s2.1 and 7617 s2 (Authorization); control characters as defined by
 *           Unicode (Cc), and the directional formatting characters (UAX 9)
 * Deny      none
 * Enforced  policies/verdict.ts, lib/web/request/request-context.ts, lib/protocol/endpoints/authorize.ts,
 *           lib/cli/terminal/process-terminal.ts, lib/web/http/received.ts, lib/web/http/log-line.ts,
 *           lib/cli/rehearse/tally.ts, lib/domain/accounts/host-error.ts, lib/index.ts
 * Tests     test/policies/untrusted-text.test.ts
 */
const RECORDED_LENGTH = 200

/** Text for a terminal, without characters that move the cursor or change the text direction. Line breaks stay. */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
}

const PLAIN = /^[\x20-\x7e]*$/

/** Text for one field of a record: printable, on one line, at most 200 characters. */
export function recordedText(text: string): string {
  // Fast path for nearly all text.
  if (text.length <= RECORDED_LENGTH && PLAIN.test(text)) return text
  const line = printable(text.length > RECORDED_LENGTH ? text.slice(0, RECORDED_LENGTH) : text).replace(
    /[\n\t]/g,
    '\ufffd',
  )
  return text.length > RECORDED_LENGTH ? `${line.slice(0, -1)}…` : line
}

/** Parameter and scope names match this pattern; values rarely do. */
const NAME = /^(?=.{1,30}$)[A-Za-z][A-Za-z0-9]*(?:[_.:-][A-Za-z0-9]+)*$/
export const isName = (text: string): boolean => NAME.test(text)

const ADDRESS = /^([A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#@\\\s]{1,255})((?:\/[^?#@\s]*)?)(?:\?([^#]*))?(?:#.*)?$/s
/** A path segment longer than this is hidden, because it is probably not a name. */
const SEGMENT_LENGTH = 40

/** A URL without the parts that can contain codes, tokens, or user names: credentials, query values, and fragment. */
export function addressWithoutValues(address: string): string {
  const found = ADDRESS.exec(address)
  if (found === null) return '…'
  const [, origin, path, query] = found as unknown as [string, string, string, string | undefined]
  const shown = path
    .split('/')
    .map((segment) => (segment.length > SEGMENT_LENGTH ? '…' : segment))
    .join('/')
  const names = query?.split('&').map((pair) => {
    const name = pair.replace(/=.*$/s, '')
    return isName(name) ? name : '…'
  })
  return recordedText(origin + shown + (names === undefined ? '' : `?${names.join('&')}`))
}

const HIDDEN = '…'

const AUTHORIZATION = /\b(Bearer|Basic|Digest|Negotiate)\s+[\w.~+/=-]{6,}/gi
/** Matches `password=…`, `Pwd: …`, `"api_key":"…"`, `client_secret='…'` */
const NAMED =
  /((?:password|passwd|passphrase|passwort|pwd|pass|secret|token|credentials?|api[_-]?key|access[_-]?key|account[_-]?key|private[_-]?key|authorization)["']?\s*[=:]\s*)("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s;,&)}\]]+)/gi
/** Matches email addresses, but not `pg@8.11.0` in a module path. */
const MAIL_ADDRESS = /(?<![\w.+-])[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}/gi
/** Longer text is cut, because the rest adds no information. */
const LONGEST = 4_000

/** Drops the last word, because half a URL can contain half a password without the @ after it. */
const cut = (text: string): string =>
  text.length > LONGEST ? text.slice(0, LONGEST - 1).replace(/(?<!\S)\S*$/, HIDDEN) : text

/**
 * `postgres://app:secret@db:5432/users`: a password can contain any character except a space. It ends at the last @,
 * even after a slash, which should have been encoded. A user name without a password ends before a slash.
 */
function withoutUserInformation(word: string): string {
  const last = word.lastIndexOf('@')
  let [shown, from] = ['', 0]
  for (;;) {
    const start = word.indexOf('://', from) + 3
    if (start < 4 || start > last) return shown + word.slice(from)
    shown += word.slice(from, start)
    const after = word.slice(start)
    if (/^[^:@]*:/.test(after) && start + after.indexOf(':') < last) return shown + HIDDEN + word.slice(last)
    const at = (/^[^/?#]*/.exec(after) as RegExpExecArray)[0].lastIndexOf('@')
    if (at !== -1) shown += HIDDEN
    from = start + Math.max(at, 0)
  }
}

/** Removes user information from URLs, values with credential-like names, and email addresses. */
export const withoutCredentials = (text: string): string =>
  cut(text)
    .replace(/[^\s'"<>]+/g, withoutUserInformation)
    .replace(AUTHORIZATION, `$1 ${HIDDEN}`)
    .replace(NAMED, `$1${HIDDEN}`)
    .replace(MAIL_ADDRESS, HIDDEN)
