import { oneLine } from './mail-address.ts'

/** Maximum length of a response, as defined in `lib/ports/mailer.ts`. */
const ANSWER_MAX = 500
/** A response can be a megabyte long, but anything beyond this length is ignored. */
const READ_MAX = 2_000

/** Text to remove from responses, in case the server repeats it. */
export interface Hidden {
  /** Removed anywhere in the text. */
  readonly secrets: readonly string[]
  /** Removed only as whole words. */
  readonly words: readonly string[]
}

/** The server's response on one line, with `…` in place of email addresses, links, and secrets that it repeats. */
export function serverAnswer(said: string, { secrets, words }: Hidden): string {
  const cut = said.length > READ_MAX ? said.slice(0, READ_MAX).replace(/(?<!\S)\S*$/, '') : said
  let text = cut
  for (const secret of secrets.filter((one) => one !== '')) text = text.replaceAll(secret, '…')
  // Remove formatting characters too, because an email address with an invisible one would not match the patterns.
  text = oneLine(text.replaceAll(/\p{Cf}/gu, ''))
    .replaceAll(/(?<![a-z0-9+.-])[a-z0-9+.-]+:\/\/\S*/gi, '…')
    // URLs without a scheme, the way mail filters write them: example.com/path.
    .replaceAll(/(?<![\p{L}\p{N}.-])[\p{L}\p{N}.-]*\.[\p{L}\p{N}-]+(?::\d+)?[/?]\S*/gu, '…')
    .replaceAll(/(?:"[^"]*"|(?<![^\s"])[^\s"]*)(?:@|%40)\S*/gi, '…')
  for (const word of words.filter((one) => one !== '')) {
    text = text.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(word)}(?![\\p{L}\\p{N}])`, 'giu'), '…')
  }
  return answer(text.replaceAll(/\s+/g, ' '))
}

/** Truncates a response to the maximum length. */
export function answer(text: string): string {
  return text.length <= ANSWER_MAX ? text : `${text.slice(0, ANSWER_MAX - 1).toWellFormed()}…`
}

/** The credentials to hide, including their wire formats (RFC 4616 and the older LOGIN). */
export function hiddenOf(credentials: { readonly user: string; readonly password: string } | undefined): Hidden {
  if (credentials === undefined) return { secrets: [], words: [] }
  const { user, password } = credentials
  const encoded = [`\0${user}\0${password}`, password, user].map((text) => Buffer.from(text).toString('base64'))
  return { secrets: [...encoded, password, encodeURIComponent(password)], words: [user] }
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
