/**
 * Each call to the store fails in turn, once: the caller gets 503, and the same request succeeds afterwards (D-G10,
 * D-T7). A failure is never a verdict.
 */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { readFamily, writeFamily } from '../../lib/domain/tokens/family-record.ts'
import { rotated, type TokenFamily } from '../../policies/token-family.ts'
import { formsOf } from '../support/browser.ts'
import { expectError, expectUnavailable } from '../support/expect.ts'
import { failingCalls } from '../support/failing-calls.ts'
import { ALICE } from '../support/fixtures.ts'
import type { Answer, Message } from '../support/http.ts'
import { runningIdp } from '../support/idp.ts'
import type { TokenSet } from '../support/relying-party.ts'
import { UNTHROTTLED } from '../support/sign-in-door.ts'

const store = failingCalls()
// A try that the store could not count out again stays counted.
const idp = await runningIdp({ storage: store.storage, login: { throttle: UNTHROTTLED } })
const conf = idp.party()
const alice = idp.user()
await alice.authorize(conf, { scope: 'openid email offline_access' })

const signIn = (): Promise<TokenSet> => alice.signIn(conf, { scope: 'openid email offline_access' })
const MOST_CALLS = 40

/** Repeats a request, failing one call further each time, until none fails any more. */
async function expectPatience(ask: () => Promise<Answer>, done: (answer: Answer) => boolean): Promise<void> {
  for (let call = 1; call < MOST_CALLS; call += 1) {
    store.failAt(call)
    const answer = await ask()
    const used = store.calls().length
    store.heal()
    if (used < call) {
      expect(call).toBeGreaterThan(1)
      expect([answer.status, answer.text, done(answer)]).toEqual([answer.status, answer.text, true])
      return
    }
    if (!done(answer)) expectAway(answer)
    // Done although a call failed: it was no part of the promise (a list, a count), and there is no second time.
    else if (call > 1) return
  }
  throw new Error('the request asks the store without end')
}

/** In JSON, or as the page on which the user was. */
function expectAway(answer: Answer): void {
  if (!/html/.test(answer.headers['content-type'] ?? '')) return expectUnavailable(answer)
  expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([503, true])
}

const ok = ({ status }: Answer): boolean => status === 200

it('REF-16: a refresh', async () => {
  const { refresh_token } = await signIn()
  await expectPatience(() => conf.refresh(refresh_token), ok)
  expectError(await conf.refresh(refresh_token), 400, 'invalid_grant', 'refresh_token_replayed')
})

it('D-T7: an exchange', async () => {
  const grant = await alice.authorize(conf, { scope: 'openid offline_access' })
  await expectPatience(() => conf.exchange(grant), ok)
  expectError(await conf.exchange(grant), 400, 'invalid_grant', 'code_used')
})

it('introspection and userinfo', async () => {
  const { access_token, refresh_token } = await signIn()
  await expectPatience(
    () => conf.introspect(access_token),
    (answer) => ok(answer) && answer.json().active === true,
  )
  await expectPatience(
    () => conf.introspect(refresh_token),
    (answer) => ok(answer) && answer.json().active === true,
  )
  await expectPatience(() => conf.userinfo(access_token), ok)
})

it('REV-10: revocation, of either token', async () => {
  const tokens = await signIn()
  await expectPatience(() => conf.revoke(tokens.access_token), ok)
  expectError(await conf.userinfo(tokens.access_token), 401, 'invalid_token')
  await expectPatience(() => conf.revoke(tokens.refresh_token), ok)
  expectError(await conf.refresh(tokens.refresh_token), 400, 'invalid_grant')
})

it('a replay is not taken for resolved while the store cannot say so', async () => {
  const { refresh_token } = await signIn()
  const second = (await conf.refresh(refresh_token)).json() as TokenSet
  await expectPatience(
    () => conf.refresh(refresh_token),
    ({ status }) => status === 400,
  )
  expectError(await conf.refresh(second.refresh_token), 400, 'invalid_grant')
})

it('a refresh token is not called inactive for uses that are rolled back, however quickly one follows the other', async () => {
  const storage = embeddedStorage()
  const { families } = storage
  const familyIn = (token: string): string => Buffer.from(token, 'base64url').subarray(-16).toString('base64url')
  let uses = 0
  let record = ''
  const lost = (): string => {
    const family = readFamily(record) as TokenFamily
    return writeFamily(rotated(family, `a token that no user was given ${uses}`, family.usedAt))
  }
  const swap = async (id: string, from: string, to: string): Promise<void> =>
    expect(await families.replace(id, from, to, 60_000)).toBe('replaced')
  const node = await runningIdp({
    storage: {
      ...storage,
      families: {
        ...families,
        // One use was rolled back, and the next is under way, whose answer will be lost as well.
        async resolved(id) {
          await swap(id, lost(), record)
          uses += 1
          if (uses < 3) await swap(id, record, lost())
        },
      },
    },
  })
  const app = node.party()
  const { refresh_token } = await node.user().signIn(app, { scope: 'openid offline_access' })
  const id = familyIn(refresh_token)
  record = (await families.read(id)) ?? ''
  await swap(id, record, lost())
  expect((await app.introspect(refresh_token)).json().active).toBe(true)
  expect(uses).toBe(3)
})

it('authorize with a session: 503 or the code, and never a sign-in page for who is signed in', async () =>
  await expectPatience(
    () => alice.browser.go(conf.request({ prompt: 'none' }).address, { headers: { accept: '*/*' } }),
    ({ headers }) => headers.location?.includes('code=') ?? false,
  ))

it('a sign-in, from the form to the code: a retry after 503 continues', async () => {
  const newcomer = idp.user()
  let url = conf.request({ scope: 'openid email' }).address
  let message: Message = {}
  const step = async (): Promise<Answer> => {
    let answer: Answer | undefined
    await expectPatience(
      async () => {
        answer = await newcomer.browser.go(url, { ...message, headers: { accept: '*/*' } })
        return answer
      },
      ({ status }) => status === 200 || status === 303,
    )
    return answer as Answer
  }
  for (let steps = 0; steps < 8; steps += 1) {
    const answer = await step()
    const { location } = answer.headers
    if (location?.startsWith(conf.redirectUri)) return expect(new URL(location).searchParams.get('code')).not.toBeNull()
    const [form] = formsOf(answer.text)
    url = new URL(location ?? form?.action ?? '', idp.issuer).href
    message =
      location === undefined ? { body: { ...form?.fields, username: ALICE.username, password: ALICE.password } } : {}
  }
  throw new Error('the sign-in did not come to an end')
})

it('G10: with the store gone for good, nothing answers success, and nothing is checked', async () => {
  const { access_token, refresh_token } = await signIn()
  store.failAll()
  for (const answer of await Promise.all([
    conf.refresh(refresh_token),
    conf.introspect(access_token),
    conf.introspect('garbage'),
    conf.userinfo(access_token),
    conf.revoke(refresh_token),
    conf.revoke(access_token),
    idp.send(conf.request().address),
    idp.send('/token', { body: { client_id: 'unknown', grant_type: 'refresh_token', refresh_token: 'x' } }),
  ]))
    expectUnavailable(answer)
  store.heal()
  expect((await conf.refresh(refresh_token)).status).toBe(200)
})
