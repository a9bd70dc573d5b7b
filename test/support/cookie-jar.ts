/** Cookies as in a browser: by name and path, until they expire (RFC 6265 s5.3, s5.4). */
export interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
  /** Lower-case attribute names to their values; flags have an empty one. */
  readonly attributes: ReadonlyMap<string, string>
}

export interface CookieJar {
  store(setCookies: readonly string[], requestPath: string): void
  /** The Cookie header for a path; undefined if no cookie matches. */
  header(path: string): string | undefined
  all(): readonly Cookie[]
  /** The value of a cookie by the end of its name (names have a prefix over https). */
  value(name: string): string | undefined
  put(name: string, value: string, path?: string): void
  clear(): void
}

export function parseCookie(text: string): Cookie {
  const [pair = '', ...rest] = text.split(';').map((part) => part.trim())
  const attributes = new Map(
    rest.map((part): [string, string] => {
      const [name = '', ...value] = part.split('=')
      return [name.toLowerCase(), value.join('=')]
    }),
  )
  const equals = pair.indexOf('=')
  return { name: pair.slice(0, equals), value: pair.slice(equals + 1), path: attributes.get('path') ?? '', attributes }
}

const isOver = ({ attributes }: Cookie): boolean =>
  Number(attributes.get('max-age') ?? 1) <= 0 || Date.parse(attributes.get('expires') ?? '9999-01-01') <= Date.now()

const isBelow = (path: string, cookiePath: string): boolean =>
  path === cookiePath || path.startsWith(cookiePath.endsWith('/') ? cookiePath : `${cookiePath}/`)

export function cookieJar(): CookieJar {
  const cookies = new Map<string, Cookie>()
  const keyOf = ({ name, path }: Cookie): string => `${name} ${path}`
  return {
    store(setCookies, requestPath) {
      for (const text of setCookies) {
        const parsed = parseCookie(text)
        const cookie = parsed.path === '' ? { ...parsed, path: requestPath.replace(/\/[^/]*$/, '') || '/' } : parsed
        if (isOver(cookie)) cookies.delete(keyOf(cookie))
        else cookies.set(keyOf(cookie), cookie)
      }
    },
    header(path) {
      const sent = [...cookies.values()]
        .filter((cookie) => isBelow(path, cookie.path))
        .sort((a, b) => b.path.length - a.path.length)
      return sent.length === 0 ? undefined : sent.map(({ name, value }) => `${name}=${value}`).join('; ')
    },
    all: () => [...cookies.values()],
    value: (name) => [...cookies.values()].find((cookie) => cookie.name.endsWith(name))?.value,
    put(name, value, path = '/') {
      const cookie = { name, value, path, attributes: new Map<string, string>() }
      cookies.set(keyOf(cookie), cookie)
    },
    clear: () => cookies.clear(),
  }
}
