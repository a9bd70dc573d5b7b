/**
 * A complete sign-in in a browser without cookies: authorize, the page, its form, and back to the app with a code.
 * Every connection repeats this. No two use the same user name at the same time, because Portico counts these.
 */
import { formsOf } from '../support/browser.ts'
import { cookieJar } from '../support/cookie-jar.ts'
import { type Answer, cookiesIn, formRequest, getRequest, locationIn } from './connection.ts'
import { PERSON, subOf, TRUSTED_CLIENT } from './fixtures.ts'
import { CONNECTIONS, type Lane } from './load.ts'
import type { Operation } from './operations.ts'
import type { Party } from './parties.ts'
import { authorizeQuery } from './sign-in.ts'

/** One user for each connection, for servers with configured users. */
export const NAMESAKES = Array.from({ length: CONNECTIONS }, (_, lane) => `alice-${lane}`)

const ACCEPTED = { Accept: 'text/html,application/xhtml+xml', 'Accept-Language': 'en' }

/**
 * @param nameOf the user of the next sign-in
 * @param finished gets the redirect to the app, and the browser's Cookie header
 */
export function signInLane(
  { port, paths, issuer }: Party,
  nameOf: () => string,
  finished: (location: string, cookie: string) => void = () => {},
): Required<Lane> {
  const begin = (): Visit => ({
    jar: cookieJar(),
    path: `${paths.authorize}?${authorizeQuery(TRUSTED_CLIENT)}`,
    form: undefined,
    pages: 0,
  })
  let visit = begin()
  let isUnderWay = false
  return {
    isUnderWay: () => isUnderWay,
    next() {
      const { jar, path, form } = visit
      const cookie = jar.header(path.split('?', 1)[0] ?? path)
      const headers = { ...ACCEPTED, ...(cookie === undefined ? {} : { Cookie: cookie }) }
      return form === undefined
        ? getRequest(port, path, headers)
        : formRequest(port, path, form, { ...headers, 'Sec-Fetch-Site': 'same-origin', Origin: issuer })
    },
    take({ status, head, body }: Answer) {
      const { jar, path } = visit
      jar.store(cookiesIn(head), path.split('?', 1)[0] ?? path)
      const location = locationIn(head)
      isUnderWay = true
      if (status === 303 && location?.startsWith(TRUSTED_CLIENT.redirectUri)) {
        if (!/[?&]code=[\w-]+/.test(location)) throw new Error(`no code came back: ${location}`)
        isUnderWay = false
        finished(location, jar.header('/') ?? '')
        visit = begin()
      } else if (status === 303 && location !== undefined)
        visit = { ...visit, path: location.replace(issuer, ''), form: undefined }
      else if (status === 200 && visit.pages === 0) visit = { ...visit, ...filledIn(body, path, nameOf()), pages: 1 }
      else throw new Error(`stuck at sign-in: ${head}\n${body.slice(0, 300)}`)
    },
  }
}

interface Visit {
  readonly jar: ReturnType<typeof cookieJar>
  readonly path: string
  /** Undefined: the request is a GET. */
  readonly form: Readonly<Record<string, string>> | undefined
  readonly pages: number
}

/** The engine's page has the field `login`, and uses it as the subject. */
function filledIn(page: string, path: string, username: string): Pick<Visit, 'path' | 'form'> {
  const form = formsOf(page)[0]
  if (form === undefined || !('password' in form.fields)) throw new Error(`not a sign-in page: ${page.slice(0, 300)}`)
  const name = 'login' in form.fields ? { login: subOf(username) } : { username }
  return { path: form.action || path, form: { ...form.fields, ...name, password: PERSON.password } }
}

let visitors = 0
const visitor = (): string => `visitor-${(visitors += 1)}`

export const INTERACTIVE = {
  /** For servers that accept every name: each sign-in has a new user. */
  plain: {
    name: 'interactive sign-in (no hash)',
    count: 1_000,
    prepare: async (party) => NAMESAKES.map(() => signInLane(party, visitor)),
  },
  hashed: {
    name: 'interactive sign-in (argon2id)',
    count: 160,
    prepare: async (party) => NAMESAKES.map((username) => signInLane(party, () => username)),
  },
} as const satisfies Readonly<Record<string, Operation>>
