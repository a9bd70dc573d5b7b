import { oneLine } from './mail-address.ts'

/** Of the port: `answer` has at most so many characters. */
const ANSWER_MAX = 500
/** Servers may answer with a megabyte. What is behind this is not read. */
const READ_MAX = 2_000

/** What must not be in an answer, also where a server repeats it. */
export interface Hidden {
  /** Anywhere in the text. */
  readonly secrets: readonly string[]
  /** Where they stand as words. */
  readonly words: readonly string[]
}

/**
 * What the server said, for administrators: one line, with `…` in the place of mail addresses, of links and of what is
 * hidden. Servers repeat the receiver's address, filters repeat the link of a letter they do not like, and links are
 * secrets.
 */
export function serverAnswer(said: string, { secrets, words }: Hidden): string {
  const cut = said.length > READ_MAX ? said.slice(0, READ_MAX).replace(/(?<!\S)\S*$/, '') : said
  let text = cut
  for (const secret of secrets.filter((one) => one !== '')) text = text.replaceAll(secret, '…')
  // Formatting characters go as well: an address with an invisible character in it would be none to the patterns below.
  text = oneLine(text.replaceAll(/\p{Cf}/gu, ''))
    .replaceAll(/(?<![a-z0-9+.-])[a-z0-9+.-]+:\/\/\S*/gi, '…')
    // Without a scheme, as filters write it: example.com/path.
    .replaceAll(/(?<![\p{L}\p{N}.-])[\p{L}\p{N}.-]*\.[\p{L}\p{N}-]+(?::\d+)?[/?]\S*/gu, '…')
    .replaceAll(/(?:"[^"]*"|(?<![^\s"])[^\s"]*)(?:@|%40)\S*/gi, '…')
  for (const word of words.filter((one) => one !== '')) {
    text = text.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(word)}(?![\\p{L}\\p{N}])`, 'giu'), '…')
  }
  return answer(text.replaceAll(/\s+/g, ' '))
}

/** No longer than the port allows. */
export function answer(text: string): string {
  return text.length <= ANSWER_MAX ? text : `${text.slice(0, ANSWER_MAX - 1).toWellFormed()}…`
}

/** Credentials in the forms in which they go over the wire (RFC 4616, and the older LOGIN). */
export function hiddenOf(credentials: { readonly user: string; readonly password: string } | undefined): Hidden {
  if (credentials === undefined) return { secrets: [], words: [] }
  const { user, password } = credentials
  const encoded = [`\0${user}\0${password}`, password, user].map((text) => Buffer.from(text).toString('base64'))
  return { secrets: [...encoded, password, encodeURIComponent(password)], words: [user] }
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
