/** The path of an address at this origin, with query and fragment; undefined for an address elsewhere. */
export function pathAt(origin: string, address: string): string | undefined {
  // The parser reads backslashes and control characters as browsers do.
  const url = URL.parse(address, origin)
  return url?.origin === origin ? url.pathname + url.search + url.hash : undefined
}

/** The address of a request at this origin, by the target of its request line; a host in it is ignored, as the Host header is. */
export const addressOf = (origin: string, target: string): string =>
  origin + target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/')
