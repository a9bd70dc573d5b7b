/**
 * Each check of `portico-sso/client` is necessary: an attack that it refuses succeeds on a copy without the check. A
 * provider makes true statements about everything else.
 */
import { createHash } from 'node:crypto'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join, resolve } from 'node:path'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { LOGOUT_EVENT } from '../../policies/signing.ts'
import { PAGE } from '../support/app-visitor.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { startApp } from '../support/client-app.ts'
import { cookieJar } from '../support/cookie-jar.ts'
import { freePort } from '../support/free-port.ts'
import { type Message, send } from '../support/http.ts'
import { closed } from '../support/listening.ts'
import { CLIENT, type Lies, lyingProvider } from '../support/lying-provider.ts'
import { newFolder } from '../support/new-folder.ts'

type World = Awaited<ReturnType<typeof world>>

async function world(copy: string | undefined) {
  const [provider, port] = [await lyingProvider(), await freePort()]
  stoppedAtEnd(provider)
  const options = { ...CLIENT, issuer: provider.issuer, redirectUri: `http://localhost:${port}/callback` }
  const server = await startApp({ port, options, ...(copy === undefined ? {} : { copy }) })
  stoppedAtEnd({ close: () => closed(server) })
  const cookies = cookieJar()
  const go = async (path: string, { headers, ...message }: Message = {}) => {
    const cookie = cookies.header(path.split('?')[0] ?? path)
    const answer = await send(port, path, {
      ...message,
      headers: { ...PAGE, ...headers, ...(cookie === undefined ? {} : { cookie }) },
    })
    cookies.store(answer.setCookies, path.split('?')[0] ?? path)
    return answer
  }
  const begin = async () => new URL((await go('/sign-in')).headers.location ?? '').searchParams
  /** The provider's response, with changed parameters and an ID token with lies. */
  const signIn = async (lies: Lies = {}, changed: Readonly<Record<string, string>> = {}) => {
    const request = await begin()
    provider.nonce = request.get('nonce') ?? ''
    provider.lie(lies)
    const query = { code: 'c', state: request.get('state') ?? '', iss: provider.issuer, ...changed }
    return (await go(`/callback?${new URLSearchParams(query)}`)).status
  }
  const isSignedIn = async () => (await go('/')).json().user !== null
  const notify = async (claims: object) => {
    const iat = Math.floor(Date.now() / 1000)
    const basis = { iss: provider.issuer, aud: CLIENT.clientId, iat, exp: iat + 120, events: { [LOGOUT_EVENT]: {} } }
    const logout_token = await provider.sign({ ...basis, ...claims }, { typ: 'logout+jwt' })
    return async () => (await send(port, '/backchannel', { body: { logout_token } })).status
  }
  return { provider, go, signIn, isSignedIn, notify }
}

/** @returns whether the user is signed in with the lie */
const withIdToken =
  (lies: Lies) =>
  async ({ signIn, isSignedIn }: World) => {
    await signIn(lies)
    return isSignedIn()
  }
const rs256 = await generateKeyPair('RS256', { extractable: true })
/** A key for another purpose is published next to the one for ES256, and can be used by another party. */
async function otherAlgorithm({ provider, signIn, isSignedIn }: World): Promise<boolean> {
  const key = { ...(await exportJWK(rs256.publicKey)), kid: 'rsa', use: 'sig', alg: 'RS256' }
  const jwks = (res: ServerResponse) => void res.end(JSON.stringify({ keys: [key] }))
  const token = async (res: ServerResponse) => {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: provider.issuer,
      aud: CLIENT.clientId,
      sub: 'u-1',
      iat: now,
      exp: now + 60,
      nonce: provider.nonce,
    }
    const id_token = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'rsa' }).sign(rs256.privateKey)
    res.writeHead(200, { 'Content-Type': 'application/json' })
    res.end(JSON.stringify({ access_token: 'at', token_type: 'Bearer', expires_in: 60, id_token }))
  }
  await signIn({ jwks, token: (res) => void token(res) })
  return isSignedIn()
}

interface Check {
  readonly name: string
  /** Files of the copy, each with a text and its replacement. */
  readonly without: Readonly<Record<string, readonly [string | RegExp, string]>>
  /** Whether the attack succeeds. */
  readonly attack: (world: World) => Promise<boolean>
}

const CHECKS: readonly Check[] = [
  {
    name: 'state',
    without: { 'lib/client/routes.js': ["state !== derived(seed, 'state')", 'false'] },
    // The cookie is found by the beginning of the state.
    async attack({ go, provider, isSignedIn }) {
      const request = new URL((await go('/sign-in')).headers.location ?? '').searchParams
      provider.nonce = request.get('nonce') ?? ''
      const state = `${request.get('state')?.slice(0, 16)}of-another-browser`
      await go(`/callback?${new URLSearchParams({ code: 'c', state, iss: provider.issuer })}`)
      return isSignedIn()
    },
  },
  {
    name: 'nonce',
    without: { 'policies/upstream-id-token.js': ['claims.nonce === expected.nonce', 'true'] },
    attack: withIdToken({ claims: { nonce: 'of another sign-in' } }),
  },
  {
    name: 'iss of the response',
    without: { 'lib/client/routes.js': ['iss !== issuer', 'false'] },
    async attack({ signIn, isSignedIn }) {
      await signIn({}, { iss: 'https://other.example' })
      return isSignedIn()
    },
  },
  {
    name: 'iss of the ID token',
    without: { 'policies/upstream-id-token.js': ['iss !== issuer', 'false'] },
    attack: withIdToken({ claims: { iss: 'https://other.example' } }),
  },
  {
    name: 'aud',
    without: { 'policies/upstream-id-token.js': ['!audiences.includes(clientId)', 'false'] },
    attack: withIdToken({ claims: { aud: 'another-app' } }),
  },
  {
    name: 'exp',
    without: { 'policies/upstream-id-token.js': ['now >= exp + UPSTREAM_SKEW_SECONDS', 'false'] },
    attack: withIdToken({ claims: { exp: Math.floor(Date.now() / 1000) - 3_600 } }),
  },
  {
    name: 'signature',
    without: {
      'lib/client/provider.js': [
        /await compactVerify\(token[^]*?\}\)/,
        "await { payload: Buffer.from(token.split('.')[1], 'base64url'), protectedHeader: {} }",
      ],
    },
    attack: withIdToken({ signedBy: 'other-key-same-kid' }),
  },
  {
    name: 'alg',
    without: { 'lib/client/provider.js': ['{ algorithms }', '{}'] },
    attack: otherAlgorithm,
  },
  {
    name: 'sid',
    without: { 'lib/client/session-keeping.js': [/`sid:\$\{sid\}`/g, "'sid:'"] },
    async attack({ signIn, isSignedIn, notify }) {
      await signIn({ claims: { sid: 'own' } })
      await (await notify({ sid: 'of-another-user', jti: 'j' }))()
      return !(await isSignedIn())
    },
  },
  {
    name: 'csrf',
    without: { 'lib/client/hosts.js': ["source === 'cross-origin'", 'false'] },
    async attack({ signIn, go }) {
      await signIn()
      return (await go('/save', { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } })).status === 200
    },
  },
  {
    name: 'replay of a logout token',
    without: { 'lib/client/routes.js': ['!(await sessions.isNew(logout.jti, logout.until))', 'false'] },
    async attack({ signIn, isSignedIn, notify }) {
      await signIn()
      const send = await notify({ sub: 'u-1', jti: 'j' })
      expect([await send(), await isSignedIn()]).toEqual([200, false])
      await signIn()
      await send()
      return !(await isSignedIn())
    },
  },
]

/** A copy of the built client, without the check. */
function copyWithout(without: Check['without']): string {
  const folder = newFolder(resolve('dist'))
  for (const part of ['lib/client', 'policies']) cpSync(join('dist', part), join(folder, part), { recursive: true })
  for (const [file, [text, replacement]] of Object.entries(without)) {
    const path = join(folder, file)
    const before = readFileSync(path, 'utf8')
    const after = before.replace(text, () => replacement)
    if (before === after) throw new Error(`${file} does not contain ${text}`)
    writeFileSync(path, after)
  }
  return join(folder, 'lib/client')
}

it.each(CHECKS)('$name', async ({ without, attack }) => {
  expect(await attack(await world(undefined))).toBe(false)
  expect(await attack(await world(copyWithout(without)))).toBe(true)
})

it('a true response signs the user in; a logout token that is none ends nothing', async () => {
  const { signIn, isSignedIn, notify, provider, go } = await world(undefined)
  expect(await signIn({ claims: { sid: 's' } })).toBe(303)
  const wrong: object[] = [
    { events: {} },
    { nonce: 'n' },
    { aud: 'another-app' },
    { iss: 'https://other.example' },
    { iat: 1, exp: 2 },
    { jti: undefined },
    { sid: undefined },
  ]
  for (const claims of wrong) expect(await (await notify({ sid: 's', jti: 'j', ...claims }))()).toBe(400)
  const logout_token = await provider.sign({ iss: provider.issuer, aud: CLIENT.clientId, sid: 's' }, { typ: 'JWT' })
  expect((await go('/backchannel', { body: { logout_token } })).status).toBe(400)
  expect(await isSignedIn()).toBe(true)
  expect(await (await notify({ sid: 's', jti: 'j' }))()).toBe(200)
  expect(await isSignedIn()).toBe(false)
})

it('a browser without the cookie of an attempt cannot finish one', async () => {
  const { go, provider, isSignedIn } = await world(undefined)
  const ofNothing = (purpose: string) => createHash('sha256').update(`${purpose} `).digest('base64url')
  provider.nonce = ofNothing('nonce')
  const query = new URLSearchParams({ code: 'c', state: ofNothing('state'), iss: provider.issuer })
  expect([(await go(`/callback?${query}`)).status, await isSignedIn()]).toEqual([400, false])
})

it('a session of more than 4 kB is split over cookies, and removed with all of them', async () => {
  const { signIn, isSignedIn, go } = await world(undefined)
  expect(await signIn({ userinfo: { about: 'x'.repeat(4_000) } })).toBe(303)
  expect(await isSignedIn()).toBe(true)
  await go('/sign-out', { method: 'POST' })
  expect(await isSignedIn()).toBe(false)
  expect(await signIn({ userinfo: { about: 'x'.repeat(12_000) } })).toBe(500)
})
