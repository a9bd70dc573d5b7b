/** HTTP requests of a test to the provider, with the cookies of one browser. */
import { type Agent, type IncomingHttpHeaders, request } from 'node:http'

/** A cookie in the form that Playwright's `context.addCookies` takes. */
export interface TestCookie {
  readonly name: string
  readonly value: string
  readonly domain: string
  readonly path: string
  /** Seconds since the epoch by the clock of the process; -1 until the browser closes. */
  readonly expires: number
  readonly httpOnly: boolean
  readonly secure: boolean
  readonly sameSite: 'Lax'
}

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export type Call = (
  url: string,
  options?: { readonly headers?: Readonly<Record<string, string>>; readonly form?: URLSearchParams },
) => Promise<Reply>

/** By `node:http` and not by `fetch`, which a team's tests may replace. @param marks headers of each request */
export const caller =
  (agent: Agent, marks: Readonly<Record<string, string>>): Call =>
  (url, { headers = {}, form } = {}) =>
    new Promise((resolve, reject) => {
      const type = form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
      const method = form === undefined ? 'GET' : 'POST'
      request(url, { agent, method, headers: { ...type, ...marks, ...headers } }, (res) => {
        let text = ''
        res
          .setEncoding('utf8')
          .on('data', (chunk: string) => {
            text += chunk
          })
          .on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, text }))
          .on('error', reject)
      })
        .on('error', reject)
        .end(form?.toString())
    })

/** A browser without pages: it keeps cookies. */
export function cookieBrowser(call: Call) {
  const cookies = new Map<string, TestCookie>()
  const keep = (line: string, { hostname }: URL): void => {
    const [pair = '', ...attributes] = line.split(/; */)
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    const of = (attribute: string): string | undefined =>
      attributes.find((one) => one.toLowerCase().startsWith(attribute))?.slice(attribute.length)
    const age = of('max-age=')
    const [path, expires] = [of('path=') ?? '/', age === undefined ? -1 : Math.floor(Date.now() / 1000) + Number(age)]
    cookies.delete(`${name} ${path}`)
    if (age === '0' || value === '') return
    const fixed = { domain: hostname, httpOnly: true, secure: false, sameSite: 'Lax' } as const
    cookies.set(`${name} ${path}`, { name, value, path, expires, ...fixed })
  }
  const header = (path: string): string =>
    [...cookies.values()]
      .filter((cookie) => path.startsWith(cookie.path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
  return {
    header,
    cookies: (): readonly TestCookie[] => [...cookies.values()],
    async get(url: URL): Promise<Reply> {
      const reply = await call(url.href, { headers: { cookie: header(url.pathname) } })
      for (const line of reply.headers['set-cookie'] ?? []) keep(line, url)
      return reply
    },
  }
}
export type CookieBrowser = ReturnType<typeof cookieBrowser>
