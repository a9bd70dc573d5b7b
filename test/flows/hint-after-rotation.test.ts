/** A session outlives the key that signed its ID token, which is still good as a hint (D-S3, D-T13). */
import { generateKeyPairSync, sign } from 'node:crypto'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import type { ExternalSigner } from '../../lib/index.ts'
import type { Person } from '../support/actors.ts'
import { openBrowser, type Page } from '../support/browser.ts'
import { forEachDeployment } from '../support/deployments.ts'
import { expectInactive } from '../support/expect.ts'
import { signed } from '../support/forged-tokens.ts'
import { type Idp, type Node, runningIdp, startIdp, type VisitedNode } from '../support/idp.ts'
import { byGet, confirmPage, stateOf } from '../support/logout-caller.ts'
import { enterPanel, PANEL_ACCOUNTS, type PanelVisitor } from '../support/panel-visitor.ts'
import { registerTrusted } from '../support/registered-client.ts'
import { claimsOf, headerOf, type RelyingParty, type TokenSet } from '../support/relying-party.ts'
import { asksToSignIn, formOf, type Visitor, visitor } from './portal-visitor.ts'

/** Longer than a key is published before it signs, and than a retired one stays published. */
const PUBLISHED = 700
const WITHDRAWN = 1_500
const ACCOUNTS = {
  accounts: [...PANEL_ACCOUNTS, { sub: 'u-alice', username: 'alice', password: 'correct horse battery staple' }],
}
const BACK = 'https://conf.example/'

/** The key that signed before is withdrawn: neither JWKS nor any endpoint accepts it. */
async function rotateAway(node: Node, kid: string): Promise<void> {
  node.clock.forward(PUBLISHED)
  await node.portico.keys.rotate()
  node.clock.forward(WITHDRAWN)
  await node.portico.keys.rotate()
  const { keys } = (await node.send('/jwks')).json() as { readonly keys: readonly { readonly kid: string }[] }
  expect(keys.map((key) => key.kid)).not.toContain(kid)
}

/** @param rotated the service once the key of the hints is gone: the same one, or the one that was started again */
function holds(start: () => Promise<Idp>, rotated: (idp: Idp, kid: string) => Promise<VisitedNode>): void {
  let node: VisitedNode
  let conf: RelyingParty
  /** Each test has a user who signed in before the rotation. */
  let visits: { readonly alice: Person; readonly tokens: TokenSet }[]
  let portal: Visitor
  let page: Page
  let panel: PanelVisitor
  beforeAll(async () => {
    const idp = await start()
    visits = []
    for (let count = 0; count < 4; count += 1) {
      const alice = idp.user()
      visits.push({ alice, tokens: await alice.signIn(idp.party()) })
    }
    portal = visitor(idp)
    page = await portal.open('/')
    panel = await enterPanel(idp)
    node = await rotated(idp, headerOf(visits[0]?.tokens.id_token ?? '').kid as string)
    expect(node.issuer).toBe(idp.issuer)
    conf = node.party()
  })
  const visit = (): { readonly alice: Person; readonly tokens: TokenSet } => {
    const next = visits.pop()
    if (next === undefined) throw new Error('no user is left')
    // The browser finds the service where it runs now.
    const browser = openBrowser(node)
    for (const { name, value, path } of next.alice.browser.cookies.all()) browser.cookies.put(name, value, path)
    return { ...next, alice: node.user(undefined, browser) }
  }

  it('the app signs out with it, and comes back', async () => {
    const { alice, tokens } = visit()
    const answer = await byGet(alice, { id_token_hint: tokens.id_token, post_logout_redirect_uri: BACK, state: 's' })
    expect([answer.status, answer.headers.location]).toEqual([303, `${BACK}?state=s`])
    expect(await stateOf(alice, conf)).toBe('login_required')
  })

  it('prompt=none with it gives a code', async () => {
    const { alice, tokens } = visit()
    const { url } = await alice.open(conf, { prompt: 'none', id_token_hint: tokens.id_token })
    expect(new URL(url).searchParams.get('code')).toEqual(expect.any(String))
  })

  it('an access token of the withdrawn key stays refused', async () => {
    const { tokens } = visit()
    expectInactive(await conf.introspect(tokens.access_token))
    expect((await conf.userinfo(tokens.access_token)).status).toBe(401)
  })

  it('a hint of a key that was never ours leads to the question, and nowhere else', async () => {
    const { alice, tokens } = visit()
    const forged = signed(headerOf(tokens.id_token), claimsOf(tokens.id_token))
    for (const client of [{}, { client_id: conf.id }]) {
      const answer = await byGet(alice, { id_token_hint: forged, post_logout_redirect_uri: BACK, ...client })
      expect(answer.headers.location).toBeUndefined()
      expect((await alice.browser.submit(confirmPage(node, answer), { action: 'confirm' })).at).toBe('page')
      expect(await stateOf(alice, conf)).toBe('login_required')
      await alice.signIn(conf)
    }
  })

  it('the portal and the panel sign out', async () => {
    await portal.browser.submit(page, {}, formOf(page, { to: '/sign-out' }))
    expect(asksToSignIn(await portal.look('/'))).toBe(true)
    await panel.send(await panel.open('/'), '/sign-out')
    const again = await panel.browser.visit('/admin/')
    expect(again.at === 'page' && 'password' in (again.forms[0]?.fields ?? {})).toBe(true)
  })
}

forEachDeployment((start) => {
  holds(
    () => start({ options: ACCOUNTS }),
    async (idp, kid) => {
      await rotateAway(idp, kid)
      return idp
    },
  )

  it('a key that was withdrawn as compromised leaves nothing behind', async () => {
    const idp = await start()
    const conf = idp.party()
    const alice = idp.user()
    const tokens = await alice.signIn(conf)
    await idp.portico.keys.rotate('compromised')
    expectInactive(await conf.introspect(tokens.access_token))
    expect((await alice.open(conf, { prompt: 'none', id_token_hint: tokens.id_token })).url).toContain(
      'error=invalid_request',
    )
    confirmPage(idp, await byGet(alice, { id_token_hint: tokens.id_token, post_logout_redirect_uri: BACK }))
    expect((await conf.userinfo((await alice.signIn(conf)).access_token)).status).toBe(200)
  })

  it('a client that is disabled gets no user sent back by its hint', async () => {
    const idp = await start()
    const back = 'https://leaver.example/'
    const app = idp.party(await registerTrusted(idp, 'leaver', { postLogoutRedirectUris: [back] }))
    const alice = idp.user()
    const { id_token } = await alice.signIn(app)
    expect((await idp.portico.clients.disable('leaver', 'test')).outcome).toBe('done')
    const answer = await byGet(alice, { id_token_hint: id_token, post_logout_redirect_uri: back })
    expect(answer.headers.location ?? '').not.toContain('leaver.example')
    expect(await stateOf(alice, idp.party())).toBe('login_required')
  })
})

describe('with an external signer:', () => {
  const signer = (kid: string): ExternalSigner => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = privateKey.export({ format: 'jwk' })
    return {
      kid,
      publicJwk: { x, y },
      sign: async (data) => sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' }),
    }
  }
  const storage = embeddedStorage()
  holds(
    () => runningIdp({ ...ACCOUNTS, storage, signer: signer('first') }),
    // The service is started again with the next key, at the same address.
    ({ issuer }) => startIdp({ issuer, options: { ...ACCOUNTS, storage, signer: signer('second') } }),
  )
})
