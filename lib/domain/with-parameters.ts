/** Appends parameters to a registered URI without changing a byte of it; parameters without a value are omitted. */
export function withParameters(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const query = Object.entries(parameters)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join('&')
  if (query === '') return uri
  return uri + (uri.includes('?') ? (uri.endsWith('?') || uri.endsWith('&') ? '' : '&') : '?') + query
}
