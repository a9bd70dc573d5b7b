/** The parsed Redis URL. Errors contain no part of the URL, because it can contain a password. */
export interface RedisAddress {
  readonly kind: 'standalone' | 'sentinel' | 'cluster'
  readonly hosts: readonly { readonly host: string; readonly port: number }[]
  readonly tls: boolean
  readonly username?: string
  readonly password?: string
  readonly db: number
  /** Name of the group in Sentinel. */
  readonly master?: string
  readonly sentinelUsername?: string
  readonly sentinelPassword?: string
}

const FORMS = 'redis://host:port/db, rediss://, redis+sentinel://host,host/master or redis+cluster://host,host'
// The password can contain any character, even an unencoded slash or @, because only the last @ ends it.
const ADDRESS = /^redis(s?)(?:\+(sentinel|cluster))?:\/\/(?:(.*)@)?([^/?@]+)(?:\/([^?@]*))?(?:\?([^@]*))?$/s
const HOST = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/i

/** Parses `redis://`, `rediss://`, `redis+sentinel://`, and `redis+cluster://`; the last two also with `rediss`. */
export function parseRedisAddress(address: string): RedisAddress {
  const [, tls, form, userInfo, hosts, path = '', query = ''] = ADDRESS.exec(address) ?? []
  if (hosts === undefined) throw new Error(`the redis address must be ${FORMS}`)
  const kind = (form ?? 'standalone') as RedisAddress['kind']
  const [user, ...rest] = (userInfo ?? '').split(':')
  const parameters = new URLSearchParams(query)
  const [first = '', second = ''] = path.split('/').map(decode)
  const [master, db] = kind === 'sentinel' ? [first, second] : ['', first]
  if (kind === 'sentinel' && master === '')
    throw new Error('the redis address must name the master group of the sentinels')
  if (!/^\d{0,4}$/.test(db) || (kind === 'cluster' && Number(db) !== 0)) {
    throw new Error('the redis address must name a database by its number; a cluster has none but 0')
  }
  return {
    kind,
    tls: tls === 's',
    db: Number(db),
    hosts: hosts.split(',').map((host) => parseHost(host, kind === 'sentinel' ? 26379 : 6379)),
    ...given('username', decode(user ?? '')),
    ...given('password', decode(rest.join(':'))),
    ...given('master', master),
    ...given('sentinelUsername', parameters.get('sentinel_username') ?? ''),
    ...given('sentinelPassword', parameters.get('sentinel_password') ?? ''),
  }
}

function parseHost(text: string, defaultPort: number) {
  const [, ipv6, name, port] = HOST.exec(text.trim()) ?? []
  const host = ipv6 ?? name
  if (host === undefined || Number(port) > 65535) throw new Error(`the redis address must be ${FORMS}`)
  return { host, port: port === undefined ? defaultPort : Number(port) }
}

function given<K extends string>(key: K, value: string): { readonly [P in K]?: string } {
  return value === '' ? {} : ({ [key]: value } as { readonly [P in K]: string })
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
