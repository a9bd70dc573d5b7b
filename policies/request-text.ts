/**
 * How much of a request's text is searched. Longer values are searched only up to the limit; the host application still
 * sees the whole value in its own request.
 *
 * Spec      pages, documents, metrics, sessions; D-G12
 * RFC       9110 s5.4 (field limits), s12.5 (content negotiation), s10.1.5 (User-Agent); OIDC Core s3.1.2.1
 *           (ui_locales)
 * Deny      none: text beyond the limit is not read
 * Enforced  lib/web/request/received-headers.ts, lib/web/pages/pages.ts
 * Tests     test/policies/request-text.test.ts, test/flows/pumped-requests.test.ts
 */

/** Maximum number of characters that are searched. Browsers, libraries, and providers send at most half as many. */
export const SEARCHED_LENGTHS = {
  accept: 512,
  'accept-encoding': 256,
  'accept-language': 256,
  'content-type': 256,
  'if-none-match': 1_024,
  'user-agent': 512,
  ui_locales: 256,
} as const

export type SearchedText = keyof typeof SEARCHED_LENGTHS

/** The part of the text that is searched; a character cut in half at the end is replaced. */
export const searchedText = (name: SearchedText, text: string): string =>
  text.length > SEARCHED_LENGTHS[name] ? text.slice(0, SEARCHED_LENGTHS[name]).toWellFormed() : text
