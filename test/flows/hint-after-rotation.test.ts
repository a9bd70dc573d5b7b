/** A session outlives the key that signed its ID token, which is still good as a hint (D-S3, D-T13). */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import type { ExternalSigner, PorticoOptions } from '../../lib/index.ts'
import { person } from '../support/actors.ts'
import { forEachDeployment } from '../support/deployments.ts'
import { expectInactive } from '../support/expect.ts'
import { CONF } from '../support/fixtures.ts'
import { signed } from '../support/forged-tokens.ts'
import { type Idp, type Node, startIdp } from '../support/idp.ts'
import { byGet, confirmPage, stateOf } from '../support/logout-caller.ts'
import { enterPanel, PANEL_ACCOUNTS } from '../support/panel-visitor.ts'
import { claimsOf, headerOf, type RelyingParty, relyingParty, type TokenSet } from '../support/relying-party.ts'
import { asksToSignIn, formOf, visitor } from './portal-visitor.ts'

/** Longer than a key is published before it signs, and than a retired one stays published. */
const PUBLISHED = 700
const WITHDRAWN = 1_500
const ACCOUNTS = {
  accounts: [...PANEL_ACCOUNTS, { sub: 'u-alice', username: 'alice', password: 'correct horse battery staple' }],
}
const BACK = 'https://conf.example/'

/** The key that signed before is withdrawn: neither JWKS nor any endpoint knows it. */
async function rotateAway(node: Node, kid: string): Promise<void> {
  node.clock.forward(PUBLISHED)
  await node.portico.keys.rotate()
  node.clock.forward(WITHDRAWN)
  await node.portico.keys.rotate()
  const { keys } = (await node.send('/jwks')).json() as { readonly keys: readonly { readonly kid: string }[] }
  expect(keys.map((key) => key.kid)).not.toContain(kid)
}

function holds(start: () => Promise<Idp>, rotated: (idp: Idp, kid: string) => Promise<Node>): void {
  const begin = async () => {
    const idp = await start()
    const conf = relyingParty(idp, CONF)
    const alice = person(idp)
    const tokens = await alice.signIn(conf)
    return { idp, conf, alice, tokens }
  }
  const on = (
    node: Node,
    { conf, alice }: { readonly conf: RelyingParty; readonly alice: ReturnType<typeof person> },
  ) => ({
    conf: relyingParty(node, conf.client),
    alice: person(node, undefined, alice.browser),
  })
  const kidOf = ({ id_token }: TokenSet): string => headerOf(id_token).kid as string

  it('the app signs out with it, and comes back', async () => {
    const { idp, tokens, ...before } = await begin()
    const { conf, alice } = on(await rotated(idp, kidOf(tokens)), before)
    const answer = await byGet(alice, { id_token_hint: tokens.id_token, post_logout_redirect_uri: BACK, state: 's' })
    expect([answer.status, answer.headers.location]).toEqual([303, `${BACK}?state=s`])
    expect(await stateOf(alice, conf)).toBe('login_required')
  })

  it('prompt=none with it gives a code', async () => {
    const { idp, tokens, ...before } = await begin()
    const { conf, alice } = on(await rotated(idp, kidOf(tokens)), before)
    const { url } = await alice.open(conf, { prompt: 'none', id_token_hint: tokens.id_token })
    expect(new URL(url).searchParams.get('code')).toEqual(expect.any(String))
  })

  it('an access token of the withdrawn key stays refused', async () => {
    const { idp, tokens, ...before } = await begin()
    const { conf } = on(await rotated(idp, kidOf(tokens)), before)
    expectInactive(await conf.introspect(tokens.access_token))
    expect((await conf.userinfo(tokens.access_token)).status).toBe(401)
  })

  it('a hint of a key that was never ours leads to the question, and nowhere else', async () => {
    const { idp, tokens, ...before } = await begin()
    const node = await rotated(idp, kidOf(tokens))
    const { conf, alice } = on(node, before)
    const forged = signed(headerOf(tokens.id_token), claimsOf(tokens.id_token))
    for (const client of [{}, { client_id: conf.id }]) {
      const answer = await byGet(alice, { id_token_hint: forged, post_logout_redirect_uri: BACK, ...client })
      expect(answer.headers.location).toBeUndefined()
      const done = await alice.browser.submit(confirmPage(node, answer), { action: 'confirm' })
      expect(done.at).toBe('page')
      expect(await stateOf(alice, conf)).toBe('login_required')
      await alice.signIn(conf)
    }
  })

  it('the portal and the panel sign out', async () => {
    const idp = await start()
    const [portal, panel] = [visitor(idp), await enterPanel(idp)]
    const page = await portal.open('/')
    const node = await rotated(
      idp,
      headerOf((await person(idp).signIn(relyingParty(idp, CONF))).id_token).kid as string,
    )
    expect(node.issuer).toBe(idp.issuer)
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
    const conf = relyingParty(idp, CONF)
    const alice = person(idp)
    const tokens = await alice.signIn(conf)
    await idp.portico.keys.rotate('compromised')
    expectInactive(await conf.introspect(tokens.access_token))
    expect((await alice.open(conf, { prompt: 'none', id_token_hint: tokens.id_token })).url).toContain(
      'error=invalid_request',
    )
    confirmPage(idp, await byGet(alice, { id_token_hint: tokens.id_token, post_logout_redirect_uri: BACK }))
    expect((await conf.userinfo((await alice.signIn(conf)).access_token)).status).toBe(200)
  })

  it('a client that is disabled gets nobody sent back by its hint', async () => {
    const idp = await start()
    const made = await idp.portico.clients.create(
      {
        clientId: 'leaver',
        clientName: 'Leaver',
        ownerEmail: 'owner@example.com',
        type: 'confidential',
        environment: 'development',
        redirectUris: ['https://leaver.example/callback'],
        postLogoutRedirectUris: ['https://leaver.example/'],
        scopes: ['openid'],
        consent: 'trusted',
      } as never,
      'test',
    )
    if (made.outcome !== 'done') throw new Error(JSON.stringify(made))
    const app = relyingParty(idp, {
      ...CONF,
      client_id: 'leaver',
      client_secret: made.secret as string,
      redirect_uris: ['https://leaver.example/callback'],
    })
    const alice = person(idp)
    const { id_token } = await alice.signIn(app)
    expect((await idp.portico.clients.disable('leaver', 'test')).outcome).toBe('done')
    const answer = await byGet(alice, { id_token_hint: id_token, post_logout_redirect_uri: 'https://leaver.example/' })
    expect(answer.headers.location ?? '').not.toContain('leaver.example')
    expect(await stateOf(alice, relyingParty(idp, CONF))).toBe('login_required')
  })
})

describe('with an external signer:', () => {
  const running: Idp[] = []
  afterAll(async () => {
    for (const idp of running) await idp.stop()
  })
  const signer = (kid: string, privateKey: KeyObject): ExternalSigner => {
    const { x = '', y = '' } = privateKey.export({ format: 'jwk' })
    return {
      kid,
      publicJwk: { x, y },
      sign: async (data) => sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' }),
    }
  }
  const storages = new WeakMap<Idp, PorticoOptions['storage']>()
  holds(
    async () => {
      const storage = embeddedStorage()
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const idp = await startIdp({ options: { ...ACCOUNTS, storage, signer: signer('first', privateKey) } })
      running.push(idp)
      storages.set(idp, storage)
      return idp
    },
    async (idp) => {
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const storage = storages.get(idp)
      if (storage === undefined) throw new Error('no store')
      // The service is started again with the next key, at the same address.
      const next = await startIdp({
        issuer: idp.issuer,
        options: { ...ACCOUNTS, storage, signer: signer('second', privateKey) },
      })
      running.push(next)
      return next
    },
  )
})
