/**
 * A directory of the host that is slow, fails, or returns nonsense: every response is a 5xx in bounded time, nothing is
 * consumed, no user gets another user's token, and all works again as soon as the directory does (D-T7; REL-31,
 * REL-32). The log has the event and its place, and nothing of use to an attacker.
 */
import type { User, UserDirectory } from '../../lib/index.ts'
import type { Page } from '../support/browser.ts'
import { expectError } from '../support/expect.ts'
import { TRUSTED } from '../support/fixtures.ts'
import type { Answer } from '../support/http.ts'
import { runningIdp } from '../support/idp.ts'
import { claimsOf } from '../support/relying-party.ts'
import { visitor } from './portal-visitor.ts'

const HOSTED = { sub: 'h-1', name: 'Hosted', email: 'hosted@example.com', roles: ['clerk'] }
const OTHER = { sub: 'h-2', name: 'Other User', email: 'else@example.com', roles: ['sso:admin'] }
const LOGIN = { username: 'hosted', password: 'any' }
const INSIDE = 'db-7.internal refused'

type Find = UserDirectory['find']
const well: Find = (sub) => (sub === HOSTED.sub ? HOSTED : undefined)
const never = (): Promise<never> => new Promise(() => {})
const fails = (): never => {
  throw new Error(INSIDE)
}
const nonsense =
  (answer: unknown): Find =>
  () =>
    answer as User

let find: Find
let authenticate: UserDirectory['authenticate']
const idp = await runningIdp({
  accounts: { find: (sub) => find(sub), authenticate: (login) => authenticate(login) },
  host: { timeoutSeconds: 1 },
})

const app = idp.party(TRUSTED)
beforeEach(() => {
  find = well
  authenticate = () => HOSTED
})

const saysNothing = ({ text }: Answer): void => {
  for (const word of [INSIDE, OTHER.name, OTHER.email]) expect(text).not.toContain(word)
}
/** Unavailable has a Retry-After; an invalid response has none. */
const expectRefused = (answer: Answer, status: number): void => {
  expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([status, status === 503])
  saysNothing(answer)
}

describe.each<[name: string, behaviour: Find, status: number]>([
  ['never answers', never, 503],
  ['throws', fails, 503],
  ['rejects with a text', () => Promise.reject(INSIDE), 503],
  ['answers with another user', () => OTHER, 500],
  ['answers with another user, whose subject differs by a space', () => ({ ...HOSTED, sub: 'h-1 ' }), 500],
  ['answers with a number', nonsense(42), 500],
  ['answers with a person without subject', nonsense({ name: 'No Subject' }), 500],
  ['answers with a text for roles', nonsense({ ...HOSTED, roles: 'sso:administrators' }), 500],
  ['answers with permissions that are no words', nonsense({ ...HOSTED, permissions: [1, null] }), 500],
])('a directory that %s', (_name, behaviour, status) => {
  it('is an error at every endpoint that needs it, and in the log, and costs no code, token or session', async () => {
    const who = idp.user(LOGIN)
    const tokens = await who.signIn(app, { scope: 'openid email offline_access' })
    const grant = await who.authorize(app, { scope: 'openid email' })
    const portal = visitor(idp, LOGIN, who.browser)
    await portal.open('/')

    find = behaviour
    const error = status === 503 ? 'temporarily_unavailable' : 'server_error'
    const logged = idp.log.lines.length
    const answers = await Promise.all([
      app.userinfo(tokens.access_token),
      app.refresh(tokens.refresh_token),
      app.exchange(grant),
    ])
    for (const answer of answers) {
      expectRefused(answer, status)
      expectError(answer, status, error)
    }
    const [authorized, shown] = await Promise.all([
      who.browser.go(app.request({ prompt: 'none' }).address, { headers: { accept: '*/*' } }),
      portal.browser.go('/portal/profile'),
    ])
    expectRefused(shown, status)
    expect(
      authorized.status >= 500 || new URL(authorized.headers.location ?? '').searchParams.get('error') === error,
    ).toBe(true)
    expect(authorized.headers.location ?? '').not.toContain('code=')
    saysNothing(authorized)
    expect(idp.log.lines.slice(logged).some(({ level }) => level === 'error')).toBe(true)

    find = well
    expect((await app.userinfo(tokens.access_token)).json().email).toBe(HOSTED.email)
    expect(claimsOf((await app.refresh(tokens.refresh_token)).json().id_token).sub).toBe(HOSTED.sub)
    expect((await app.exchange(grant)).status).toBe(200)
    expect(new URL((await who.open(app, { prompt: 'none' })).url).searchParams.get('code')).toBeTruthy()
  })

  it('yields no session and no code at a sign-in', async () => {
    find = behaviour
    const who = idp.user(LOGIN)
    const stop = await who.browser.submit((await who.open(app)) as Page, LOGIN)
    expect(stop.url).not.toContain('code=')
    saysNothing(stop.answer)
    find = well
    expect(await idp.portico.sessions.list(OTHER.sub)).toEqual([])
  })
})

describe.each([
  ['nothing', undefined],
  ['null', null],
  ['a person who is not active', { ...HOSTED, active: false }],
])('a directory that answers %s', (_name, answer) => {
  it('REF-14, TOK-37, UI-11, AUTH-39: has no such user: their tokens are refused, and they must sign in', async () => {
    const who = idp.user(LOGIN)
    const tokens = await who.signIn(app, { scope: 'openid email offline_access' })
    const grant = await who.authorize(app)
    find = nonsense(answer)
    expect((await app.userinfo(tokens.access_token)).status).toBe(401)
    for (const refused of [await app.refresh(tokens.refresh_token), await app.exchange(grant)])
      expectError(refused, 400, 'invalid_grant', 'account_inactive')
    expect((await who.open(app, { prompt: 'none' })).url).toContain('error=login_required')
  })
})

const submit = async (): Promise<Answer> => {
  const who = idp.user(LOGIN)
  return (await who.browser.submit((await who.open(app)) as Page, LOGIN)).answer
}

describe('a directory whose authenticate', () => {
  it.each<[string, UserDirectory['authenticate'], number]>([
    ['never answers', never, 503],
    ['throws', fails, 503],
    ['returns a user without a subject', () => ({ name: 'x' }) as unknown as User, 500],
    ['answers nothing', () => undefined, 422],
    ['answers null', () => null as unknown as undefined, 422],
    ['returns a user who is not active', () => ({ ...HOSTED, active: false }), 403],
  ])('%s', async (_name, behaviour, status) => {
    authenticate = behaviour
    expectRefused(await submit(), status)
    authenticate = () => HOSTED
    expect((await submit()).status).toBe(303)
  })

  it('a user whom find returns under another name yields no token for either', async () => {
    authenticate = () => OTHER
    find = () => HOSTED
    const who = idp.user(LOGIN)
    const stop = await who.browser.submit((await who.open(app)) as Page, LOGIN)
    expect([stop.answer.status, stop.url.includes('code=')]).toEqual([500, false])
  })
})

it('another user who signs in on the same device: gets separate tokens, and none of the user before', async () => {
  find = (sub) => [HOSTED, OTHER].find((one) => one.sub === sub)
  const conf = idp.party()
  const who = idp.user(LOGIN)
  await who.signIn(app)
  authenticate = () => OTHER
  expect(claimsOf((await who.signIn(conf, { prompt: 'login' })).id_token).sub).toBe(OTHER.sub)
  expect(await idp.portico.sessions.list(HOSTED.sub)).toEqual(
    expect.not.arrayContaining([expect.objectContaining({ subject: OTHER.sub })]),
  )
})

it.each<[number, string, UserDirectory['authenticate']]>([
  [503, 'throws', fails],
  [500, 'answers nonsense', () => ({ name: 'x' }) as unknown as User],
])(
  'D-G14: attempts that the directory could not check (%i: it %s) lock no account',
  async (status, _how, behaviour) => {
    const who = idp.user(LOGIN)
    authenticate = behaviour
    for (let tries = 0; tries < 30; tries += 1) {
      const page = (await who.browser.visit(app.request().address)) as Page
      expect((await who.browser.submit(page, LOGIN)).answer.status).toBe(status)
    }
    authenticate = () => HOSTED
    expect((await who.signIn(app)).access_token).toEqual(expect.any(String))
  },
)

it('D-G14: nor do codes of a second step that it could not check', async () => {
  let accept: () => 'accepted' = fails
  const totp = {
    ...{ stateOf: () => ({ addedAt: 1 }), put: () => 'kept' as const, remove: () => 'removed' as const },
    accept: () => accept(),
  } as const
  const at = await runningIdp({ accounts: { find: well, authenticate: () => HOSTED, totp } })
  const who = at.user(LOGIN)
  const first = (await who.browser.visit(at.party(TRUSTED).request().address)) as Page
  const second = (await who.browser.submit(first, LOGIN)) as Page
  const form = second.forms.find(({ fields }) => 'code' in fields)
  for (let tries = 0; tries < 30; tries += 1)
    expect((await who.browser.submit(second, { code: '123456' }, form)).answer.status).toBe(503)
  accept = () => 'accepted'
  const stop = await who.browser.submit(second, { code: '123456' }, form)
  expect(new URL(stop.url).searchParams.get('code')).toEqual(expect.any(String))
})

describe('the log', () => {
  const lastError = (): unknown =>
    idp.log.lines.findLast(({ level, message }) => level === 'error' && message !== 'request failed')?.fields

  it('has the class of the error, its place, and its message without the connection string', async () => {
    class PoolError extends Error {
      override readonly name = 'PoolError'
    }
    authenticate = () => {
      throw new PoolError('connect ECONNREFUSED postgres://app:s3cret@db-7.internal:5432/users, password=s3cret')
    }
    expect((await submit()).status).toBe(503)
    expect(lastError()).toEqual({
      code: 'directory-failed',
      error: 'PoolError',
      message: 'connect ECONNREFUSED postgres://…@db-7.internal:5432/users, password=…',
      stack: expect.stringMatching(/^PoolError: connect .*\n +at .*directory-errors\.test/),
    })
    expect(JSON.stringify(idp.log.lines)).not.toContain('s3cret')
  })

  it.each<[string, () => unknown, string]>([
    ['a number for a subject', () => ({ sub: 42 }), 'with a sub of the type number; it must be text'],
    ['an object for a subject', () => ({ sub: { id: 42 } }), 'with a sub of the type object; it must be text'],
    ['no subject', () => ({}), 'with a user without sub'],
  ])('says that there was %s', async (_, behaviour, what) => {
    authenticate = behaviour as UserDirectory['authenticate']
    expect((await submit()).status).toBe(500)
    expect(lastError()).toMatchObject({ message: `the directory answered ${what}` })
  })

  it('reports the timeout of a directory, and its setting', async () => {
    authenticate = never
    expect((await submit()).status).toBe(503)
    expect(lastError()).toMatchObject({ message: 'the host did not respond in 1 s (host.timeoutSeconds)' })
  })
})
