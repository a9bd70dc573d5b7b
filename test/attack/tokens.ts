/** Tokens, codes and hints that were never issued, or were issued to another client. */
import { person } from '../support/actors.ts'
import { type Browser, openBrowser } from '../support/browser.ts'
import { BOB, CONF, CONF2, PUB, TRUSTED } from '../support/fixtures.ts'
import { forgedTokens, inventedToken } from '../support/forged-tokens.ts'
import { holdCallback } from '../support/held-callback.ts'
import type { Answer } from '../support/http.ts'
import { logoutAddress } from '../support/logout-caller.ts'
import { ADMIN } from '../support/panel-visitor.ts'
import { type Grant, relyingParty } from '../support/relying-party.ts'
import { mustBe, type OwnTarget, type Target, weak } from './target.ts'

const OFFLINE = { scope: 'openid offline_access' }
const PARALLEL = 20

export async function unissuedTokens({ node }: Target): Promise<string> {
  const tokens = ['', 'x', ...(await forgedTokens(node, await inventedToken(node)))]
  for (const authorization of [undefined, 'Bearer', 'Basic Og==', ...tokens.map((token) => `Bearer ${token}`)]) {
    const { status } = await node.send('/userinfo', { headers: authorization === undefined ? {} : { authorization } })
    if (status !== 401 && status !== 400) weak(`/userinfo with ${authorization?.slice(0, 40) ?? 'no token'}: ${status}`)
  }
  for (const token of tokens.slice(0, 4)) {
    const { status } = await node.send('/introspect', {
      body: { token, client_id: 'unknown', client_secret: 'nothing' },
    })
    if (status !== 401 && status !== 400) weak(`/introspect for a client that is none: ${status}`)
  }
  return `${tokens.length} tokens`
}

export async function forgedAccessTokens({ node }: OwnTarget): Promise<string> {
  const conf = relyingParty(node, CONF)
  const { access_token, id_token } = await person(node).signIn(conf)
  const forged = [...(await forgedTokens(node, access_token)), id_token]
  for (const token of forged) {
    const { status } = await conf.userinfo(token)
    if (status !== 401) weak(`/userinfo with ${token.slice(0, 60)}…: ${status}`)
    if ((await conf.introspect(token)).json().active !== false) weak(`active: ${token.slice(0, 60)}…`)
  }
  mustBe((await conf.userinfo(access_token)).status, 200, '/userinfo with a genuine token')
  return `${forged.length} tokens`
}

export async function forgedHints({ node }: OwnTarget): Promise<string> {
  const conf = relyingParty(node, CONF)
  const alice = person(node)
  const { id_token } = await alice.signIn(conf)
  const forged = await forgedTokens(node, id_token)
  const otherUri = `https://${conf.id}.example/`
  const signOut = (hint: string) =>
    alice.browser.visit(logoutAddress({ id_token_hint: hint, post_logout_redirect_uri: otherUri }))
  for (const hint of forged) {
    const stop = await signOut(hint)
    if (stop.at !== 'page') weak(`a logout hint that was forged redirects: ${hint.slice(0, 60)}…`)
    const asked = await alice.open(conf, { prompt: 'none', id_token_hint: hint })
    if (asked.at === 'external' && new URL(asked.url).searchParams.has('code')) weak(`a forged hint gives a code`)
  }
  const still = await alice.open(conf, { prompt: 'none' })
  if (still.at !== 'external' || !new URL(still.url).searchParams.has('code'))
    weak('a forged hint has signed a user out')
  mustBe((await signOut(id_token)).url, otherUri, 'a sign-out with a genuine hint')
  return `${forged.length} hints`
}

export async function stolenCodes({ node }: OwnTarget): Promise<string> {
  const [conf, conf2, pub] = [relyingParty(node, CONF), relyingParty(node, CONF2), relyingParty(node, PUB)]
  const alice = person(node)
  const thefts: readonly (readonly [string, (grant: Grant) => Promise<Answer>])[] = [
    ['another client', (grant) => conf2.exchange(grant)],
    ['a public client', (grant) => pub.exchange(grant)],
    ['no verifier', (grant) => conf.exchange(grant, { code_verifier: undefined })],
    ['a verifier of its own', (grant) => conf.exchange({ ...grant, verifier: 'v'.repeat(43) })],
    ['another redirect URI', (grant) => conf.exchange({ ...grant, redirectUri: 'https://evil.example/' })],
    ['no secret', (grant) => conf.exchange(grant, {}, { method: 'none' })],
  ]
  for (const [name, steal] of thefts) {
    const { status } = await steal(await alice.authorize(conf))
    if (status < 400) weak(`a code was redeemed with ${name}`)
  }
  const grant = await alice.authorize(conf, OFFLINE)
  const answers = await Promise.all(Array.from({ length: PARALLEL }, () => conf.exchange(grant)))
  const good = answers.filter(({ status }) => status === 200)
  if (good.length > 1) weak(`one code was redeemed ${good.length} times`)
  mustBe(good.length, 1, 'exchanges of one code that succeed')
  for (const answer of good)
    if ((await conf.introspect(answer.json().access_token)).json().active)
      weak('a code that was replayed left its token active')
  return `${thefts.length} thefts, ${PARALLEL} at once`
}

export async function weakChallenges({ node }: OwnTarget): Promise<string> {
  const conf = relyingParty(node, TRUSTED)
  const alice = person(node)
  await alice.signIn(conf)
  const kinds: readonly Readonly<Record<string, string | undefined>>[] = [
    { code_challenge: undefined, code_challenge_method: undefined },
    { code_challenge_method: 'plain' },
    { code_challenge_method: undefined },
    { code_challenge: 'x' },
    { response_type: 'token' },
    { response_type: 'code id_token' },
    { response_mode: 'fragment', response_type: 'id_token' },
  ]
  for (const overrides of kinds) {
    const stop = await alice.open(conf, overrides)
    const given = new URL(stop.url, node.issuer)
    if (/code=|token=/.test(given.hash) || given.searchParams.has('code'))
      weak(`given for ${JSON.stringify(overrides)}`)
  }
  const usual = await alice.open(conf)
  mustBe(new URL(usual.url, node.issuer).searchParams.has('code'), true, 'a code for what is usual')
  return `${kinds.length} kinds`
}

export async function stolenRefreshTokens({ node }: OwnTarget): Promise<string> {
  const [conf, conf2] = [relyingParty(node, CONF), relyingParty(node, CONF2)]
  const bob = person(node, BOB)
  const first = await bob.signIn(conf, OFFLINE)
  if ((await conf2.refresh(first.refresh_token)).status < 400) weak('another client has used a refresh token')
  await conf2.revoke(first.refresh_token)
  const own = await bob.signIn(conf, OFFLINE)
  await conf2.revoke(own.refresh_token)
  if (!(await conf.introspect(own.access_token)).json().active) weak('another client has revoked a token')
  const second = await conf.refresh(own.refresh_token)
  mustBe(second.status, 200, 'a refresh')
  const wider = await conf.refresh(second.json().refresh_token, { scope: 'openid offline_access profile email roles' })
  if (wider.status < 400) weak('a refresh token gives more than was allowed')
  const replayed = await conf.refresh(own.refresh_token)
  if (replayed.status === 200 && replayed.json().refresh_token !== second.json().refresh_token)
    weak('a refresh token that was used works again')
  return 'of another client, wider, replayed'
}

const isInside = ({ cookies }: Browser): boolean => cookies.all().some(({ name }) => /sso-(?:admin|portal)$/.test(name))

/** The callback of a sign-in that an attacker began signs no user in. */
export async function otherCallbacks({ node }: OwnTarget): Promise<string> {
  const apps = ['/admin/', '/portal/']
  for (const app of apps) {
    const { callback, browser } = await holdCallback(node, app, ADMIN)
    const hers = openBrowser(node)
    await hers.go(callback)
    if (isInside(hers)) weak(`${app}: another callback signs in`)
    // What an attacker who can plant cookies has: all but the one that binds the browser. She has her own.
    await hers.visit(app)
    for (const { name, value, path } of browser.cookies.all())
      if (!name.includes('sso_browser')) hers.cookies.put(name, value, path)
    await hers.go(callback)
    if (isInside(hers)) weak(`${app}: another callback signs in with planted cookies`)
    await browser.go(callback)
    mustBe(isInside(browser), true, `${app}: the callback signs in where the sign-in was begun`)
  }
  return `${apps.length} apps`
}
