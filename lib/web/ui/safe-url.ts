/**
 * The only way an address that is not our own constant gets into a page: http and https pass, all else
 * (`javascript:`, `data:`, custom schemes) is dropped. Preact itself does not look at schemes.
 */
const ANY_PAGE = 'https://page.invalid/'

export function safeUrl(address: string | undefined): string | undefined {
  if (address === undefined) return undefined
  const url = URL.parse(address, ANY_PAGE)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined
  return URL.canParse(address) ? url.href : address
}

/** The part of an address that shows users where it leads. */
export function hostOf(address: string): string {
  return URL.parse(address)?.host || address
}
