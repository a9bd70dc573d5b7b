/** Signing keys come and go, and no token ever fails to verify (D-T13). */
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { forEachDeployment } from '../support/deployments.ts'
import { filled } from '../support/filled.ts'
import { type Node, sharedIdp } from '../support/idp.ts'
import { headerOf } from '../support/relying-party.ts'

const DAY = 86_400
/** Longer than the ten minutes for which a key is published before it signs, and what a node may lag. */
const LONG_PUBLISHED = 700
const TOKEN_LIVES = 900

forEachDeployment((start) => {
  const idp = sharedIdp(start, beforeEach)
  const other = filled(beforeEach, () => idp.anotherNode())
  const conf = idp.party()

  const published = async (node: Node = idp): Promise<readonly string[]> =>
    ((await node.send('/jwks')).json() as JSONWebKeySet).keys.map(({ kid }) => kid ?? '')

  it('the next key is published with the current one, the same on every node', async () => {
    expect((await published()).length).toBe(2)
    expect(await published(other)).toEqual(await published())
  })

  it('a key signs only after it has been published for longer than any client caches the JWKS, also on command', async () => {
    const alice = idp.user()
    const cached = (await idp.send('/jwks')).json() as JSONWebKeySet
    const before = await alice.signIn(conf, { scope: 'openid offline_access' })
    const { kid } = headerOf(before.access_token)
    await idp.portico.keys.rotate()
    expect(headerOf((await alice.signIn(conf)).access_token).kid).toBe(kid)
    idp.clock.forward(LONG_PUBLISHED)
    await idp.portico.keys.rotate()
    const after = await alice.signIn(conf)
    expect(headerOf(after.access_token).kid).not.toBe(kid)
    for (const token of [before, after].flatMap(({ access_token, id_token }) => [access_token, id_token]))
      await jwtVerify(token, createLocalJWKSet(cached), { currentDate: new Date(idp.clock.now()) })
    expect((await conf.userinfo(before.access_token)).status).toBe(200)
    expect((await conf.introspect(after.access_token, {}, { node: other })).json()).toMatchObject({ active: true })
    expect((await conf.userinfo(before.access_token, other)).status).toBe(200)
  })

  it('a key that was withdrawn as compromised comes back on no node, not even when none of its neighbours is left', async () => {
    const before = await published(other)
    const { access_token } = await idp.user().signIn(conf)
    await idp.portico.keys.rotate('compromised')
    await idp.portico.keys.rotate('compromised')
    expect(await published()).toEqual(expect.not.arrayContaining(before))
    await other.portico.keys.rotate()
    expect(await published(other)).toEqual(await published())
    expect(await published(other)).toEqual(expect.not.arrayContaining(before))
    expect((await conf.userinfo(access_token, other)).status).toBe(401)
  })

  it('two concurrent commands on two nodes withdraw one key, and it is the one that signed', async () => {
    const { access_token } = await idp.user().signIn(conf)
    const [, next] = await published()
    await Promise.all([idp, other].map(({ portico }) => portico.keys.rotate('compromised')))
    expect(await published()).not.toContain(headerOf(access_token).kid)
    expect(await published()).toContain(next)
    expect(headerOf((await idp.user().signIn(conf)).access_token).kid).toBe(next)
  })

  it('a retired key stays published until the last token that it signed has expired, and is withdrawn then', async () => {
    const { access_token } = await idp.user().signIn(conf)
    const { kid } = headerOf(access_token)
    idp.clock.forward(LONG_PUBLISHED)
    await idp.portico.keys.rotate()
    expect(await published()).toContain(kid)
    idp.clock.forward(TOKEN_LIVES - 60 - LONG_PUBLISHED)
    expect((await conf.userinfo(access_token)).status).toBe(200)
    idp.clock.forward(DAY)
    await idp.portico.keys.rotate()
    expect(await published()).not.toContain(kid)
  })

  it('two nodes that rotate at the same moment agree on the keys', async () => {
    idp.clock.forward(LONG_PUBLISHED)
    await Promise.all([idp.portico.keys.rotate(), other.portico.keys.rotate()])
    const states = (node: Node): object => node.portico.keys.list().map(({ kid, state }) => [kid, state])
    const alice = idp.user()
    for (const signer of [idp, other]) {
      const { kid } = headerOf((await alice.signIn(conf, {}, { node: signer })).access_token)
      for (const node of [idp, other]) expect(await published(node)).toContain(kid)
    }
    expect(idp.portico.keys.list().filter(({ state }) => state === 'current')).toHaveLength(1)
    expect(states(other)).toEqual(states(idp))
  })
})
