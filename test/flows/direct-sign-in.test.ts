/**
 * Without a session, the sign-in page is shown and the code issued without the engine's prompts. Both paths must have
 * the same result, begun and ended in either way: an unsigned session cookie leaves both to the prompts.
 */
import type { ClientInput } from '../../lib/config/configuration.ts'
import { ACR_PASSWORD, ACR_TWO_FACTORS } from '../../policies/authentication-context.ts'
import { type Credentials, kindOf } from '../support/actors.ts'
import { EDITORS, LOCAL } from '../support/asked-clients.ts'
import { type Browser, openBrowser, type Stop, titleOf } from '../support/browser.ts'
import { ALICE, ASKING, BOB, CONF, CONF2, TRUSTED } from '../support/fixtures.ts'
import { runningIdp } from '../support/idp.ts'
import { registerTrusted } from '../support/registered-client.ts'
import { claimsOf, type Overrides } from '../support/relying-party.ts'
import { pageOf } from './portal-visitor.ts'

const CLIENTS = [TRUSTED, CONF, CONF2, ASKING, LOCAL, EDITORS]
const SCOPE = 'openid email offline_access'

const idp = await runningIdp({ clients: CLIENTS })

type Way = 'directly' | 'by prompts'
const WAYS = [
  ['directly', 'directly'],
  ['by prompts', 'by prompts'],
  ['directly', 'by prompts'],
  ['by prompts', 'directly'],
] as const
/** The engine keeps `cid` in its interactions. */
const begunBy = async (page: string): Promise<Way> =>
  (await idp.portico.storage.records.read('interaction', page.split('/').at(-1) ?? ''))?.includes('"cid"')
    ? 'by prompts'
    : 'directly'
/** The engine writes `expires` for a session where we write `max-age`. */
const sessionBy = (browser: Browser): Way | undefined => {
  const found = browser.cookies.all().find(({ name, value }) => name === 'sso_session' && value !== UNSIGNED)
  if (found === undefined) return undefined
  return found.attributes.has('max-age') ? 'directly' : found.attributes.has('expires') ? 'by prompts' : undefined
}
const UNSIGNED = 'unsigned'
function go(browser: Browser, way: Way): void {
  const cookie = `sso_session=${UNSIGNED}; Path=/`
  browser.cookies.store([way === 'directly' ? `${cookie}; Max-Age=0` : cookie], '/')
}

/** The result of a sign-in: its later pages, the response to the client, the claims of its tokens and the session. */
async function outcome(
  [begun, ended]: readonly [Way, Way],
  client: ClientInput,
  who: Credentials,
  sent: Overrides,
): Promise<object> {
  const party = idp.party(client)
  const browser = openBrowser(idp)
  const user = idp.user(who, browser)
  go(browser, begun)
  const { request, ...first } = await user.open(party, sent)
  if (first.at !== 'page' || kindOf(first) !== 'sign-in') throw new Error(`no sign-in page, but ${first.url}`)
  expect(await begunBy(first.url)).toBe(begun)
  go(browser, ended)
  const { username, password } = who
  const passwordAt = Math.floor(Date.now() / 1000)
  let stop: Stop = await browser.submit(first, { username, password, remember: 'on' })
  const session = sessionBy(browser)
  const pages: string[] = []
  while (stop.at === 'page') {
    const kind = kindOf(stop)
    if (kind === undefined) break
    pages.push(kind)
    // Nothing is allowed for good, so that the next way is asked the same.
    stop = await browser.submit(stop, { action: kind === 'consent' ? 'cancel' : 'continue' })
  }
  if (stop.at === 'page') return { pages, title: titleOf(stop.answer.text), status: stop.answer.status }
  const to = new URL(stop.url)
  const { code, error, error_ref, state, iss, ...others } = Object.fromEntries(to.searchParams)
  const result = { pages, to: to.origin + to.pathname, error, error_ref, state: state === request.state, iss }
  if (code === undefined) return result
  expect([pages, session]).toEqual([pages, pages.length === 0 ? ended : 'by prompts'])
  const grant = { ...request, code, callback: to.searchParams }
  const tokens = (await party.exchange(grant)).json() as { id_token: string; scope: string; refresh_token?: string }
  const { iat, exp, auth_time, nonce, at_hash: _hash, jti: _jti, sid, ...claims } = claimsOf(tokens.id_token)
  const [newest] = await idp.portico.sessions.list(String(claims.sub))
  return {
    ...result,
    others,
    nonce: nonce === request.nonce,
    recent: Number(auth_time) >= passwordAt && Number(auth_time) <= Number(iat),
    lasts: Number(exp) - Number(iat),
    scope: tokens.scope,
    refresh: tokens.refresh_token !== undefined,
    claims,
    session: newest?.clients.map(({ clientId, sid: ofClient, scopes }) => [clientId, ofClient === sid, scopes]),
    resumable: browser.cookies.all().filter(({ name }) => name === 'sso_resume').length,
  }
}

/** All ways, one after the other; gives what they agree on. */
async function agreed(client: ClientInput, who: Credentials, sent: Overrides): Promise<object> {
  const [first, ...others] = WAYS
  const agreement = await outcome(first, client, who, sent)
  for (const way of others) expect({ way, ...(await outcome(way, client, who, sent)) }).toEqual({ way, ...agreement })
  return agreement
}

const REQUESTS: readonly Overrides[] = [
  {},
  { scope: SCOPE },
  { prompt: 'login' },
  { prompt: 'consent' },
  { prompt: 'select_account' },
  { prompt: 'login consent' },
  { max_age: '0' },
  { max_age: '100000' },
  { acr_values: ACR_PASSWORD },
  { acr_values: ACR_TWO_FACTORS },
  { login_hint: 'another', ui_locales: 'de', display: 'popup' },
]

it.each(CLIENTS.map((client) => [client.client_id, client] as const))('at %s, whatever is asked', async (_, client) => {
  let codes = 0
  for (const sent of REQUESTS) if ('claims' in (await agreed(client, ALICE, sent))) codes += 1
  if (client === TRUSTED || client === EDITORS) expect(codes).toBeGreaterThan(5)
  else expect(codes).toBeLessThan(REQUESTS.length)
})

it('for a user whom the app is not for', async () =>
  expect(await agreed(EDITORS, BOB, {})).toMatchObject({ status: 403, title: expect.stringContaining('access') }))

it('with a hint of whom the client means', async () => {
  const { id_token } = await idp.user().signIn(idp.party(TRUSTED))
  expect(await agreed(TRUSTED, ALICE, { id_token_hint: id_token })).toHaveProperty('claims')
  expect(await agreed(TRUSTED, BOB, { id_token_hint: id_token })).toMatchObject({ error: 'login_required' })
})

const leaver = await registerTrusted(idp, 'leaver')

it.each<[string, () => Promise<unknown> | undefined, () => Promise<unknown> | undefined]>([
  ['all is ended', () => idp.portico.sessions.endAll('u-alice'), () => undefined],
  [
    'the account is suspended',
    () => idp.portico.accounts?.change('u-alice', (account) => ({ ...account, status: 'suspended' })),
    () => idp.portico.accounts?.change('u-alice', (account) => ({ ...account, status: 'active' })),
  ],
  [
    'the client is disabled',
    () => idp.portico.clients.disable('leaver', 'test'),
    () => idp.portico.clients.enable('leaver', 'test'),
  ],
])('%s between the password and the way back: no code, in either way', async (_, change, undo) => {
  const found: unknown[] = []
  for (const way of ['directly', 'by prompts'] as const) {
    const browser = openBrowser(idp)
    const page = pageOf(await idp.user(ALICE, browser).open(idp.party(leaver)))
    go(browser, way)
    const { username, password } = ALICE
    const back = (await browser.send(page, { username, password })).headers.location ?? ''
    await change()
    const answer = await browser.go(back)
    await undo()
    expect(answer.headers.location ?? '').not.toContain('code=')
    expect(browser.cookies.value('sso_session') ?? UNSIGNED).toBe(UNSIGNED)
    found.push([answer.status, (answer.headers.location ?? '').replace(/[\w-]{43}/, 'UID')])
  }
  expect(found[0]).toEqual(found[1])
})
