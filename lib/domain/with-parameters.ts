/** Appends parameters to a registered URI without changing any of it. Parameters without a value are left out. */
export function withParameters(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const query = Object.entries(parameters)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join('&')
  if (query === '') return uri
  return uri + (uri.includes('?') ? (uri.endsWith('?') || uri.endsWith('&') ? '' : '&') : '?') + query
}
