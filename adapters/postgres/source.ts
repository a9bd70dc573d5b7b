/** Longest name that PostgreSQL does not cut, in bytes. */
const LONGEST_NAME = 63

/**
 * Checks a `postgres://` or `postgresql://` URL. Errors contain no part of it, because it can contain a password.
 * @returns host and port
 */
export function parsePostgresUrl(text: string): string {
  const form = 'the URL must be postgres://user:password@host:port/database'
  let url: URL
  try {
    url = new URL(text)
    for (const part of [url.username, url.password, url.pathname]) decodeURIComponent(part)
  } catch {
    throw new Error(form)
  }
  if (!/^postgres(?:ql)?:$/.test(url.protocol)) throw new Error(form)
  const host = url.searchParams.get('host') ?? url.hostname
  return `${host === '' ? 'localhost' : host}:${url.port === '' ? '5432' : url.port}`
}

/** @throws Error if PostgreSQL would cut or refuse the name, or if it has other meanings */
export function checkSchemaName(name: string): void {
  if (name === '' || Buffer.byteLength(name) > LONGEST_NAME || /^pg_|^information_schema$|\0/i.test(name))
    throw new Error(`the schema's name must have 1 to ${LONGEST_NAME} bytes, and must not begin with pg_`)
}
