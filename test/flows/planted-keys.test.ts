/** D-T17: no write to the store turns an attacker's key into one of the service. */
import { generateKeyPairSync } from 'node:crypto'
import { calculateJwkThumbprint, decodeProtectedHeader } from 'jose'
import { forEachDeployment } from '../support/deployments.ts'
import { encode, signed } from '../support/forged-tokens.ts'
import type { Idp } from '../support/idp.ts'
import { claimsOf, headerOf } from '../support/relying-party.ts'

const KEYS = ['keys', 'signing'] as const

const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const { x = '', y = '' } = own.publicKey.export({ format: 'jwk' })

/** The writer's own key, as the JWKS has it. */
const published = (kid: string): object => ({ kty: 'EC', use: 'sig', alg: 'ES256', kid, crv: 'P-256', x, y })

/** A token that names another subject, under the attacker's key. */
const forged = (good: string, kid: string): string =>
  signed({ ...headerOf(good), kid }, { ...claimsOf(good), sub: 'u-bob' }, own.privateKey)

forEachDeployment((start) => {
  const jwks = async (idp: Idp): Promise<string> => (await idp.send('/jwks')).text
  const rewrite = async (idp: Idp, edit: (text: string) => string): Promise<void> => {
    const { documents } = idp.portico.storage
    const text = (await documents.read(...KEYS)) ?? ''
    expect(await documents.replace(...KEYS, text, edit(text))).toBe('replaced')
  }

  it.each<[string, (text: string, kid: string) => string]>([
    [
      'as a document in clear',
      (_, kid) =>
        JSON.stringify({
          keys: [{ kid, jwk: published(kid), publishedAt: 1, activatedAt: 1, sealed: 'e30.e30.e30' }],
          commanded: false,
        }),
    ],
    ['in the document', (text, kid) => JSON.stringify({ ...(JSON.parse(text) as object), keys: [{ kid, x, y }] })],
    ['in its place', (text, kid) => JSON.stringify({ ...(JSON.parse(text) as object), sealed: encode({ kid, x, y }) })],
  ])('a key that was put %s is not published, and a token of it is refused', async (_, edit) => {
    const idp = await start()
    const conf = idp.party()
    const { access_token } = await idp.user().signIn(conf)
    const kid = await calculateJwkThumbprint({ kty: 'EC', crv: 'P-256', x, y })
    const before = await jwks(idp)
    await rewrite(idp, (text) => edit(text, kid))
    idp.clock.forward(60)
    await idp.portico.keys.rotate().catch(() => undefined)
    for (const node of [idp, await idp.anotherNode().catch(() => idp)]) {
      const { text } = await node.send('/jwks')
      expect([text.includes(x), text.includes(kid)]).toEqual([false, false])
      for (const name of [kid, String(headerOf(access_token).kid)])
        expect((await conf.userinfo(forged(access_token, name), node)).status).not.toBe(200)
    }
    expect(await jwks(idp)).toBe(before)
    // The node that has the keys goes on with them.
    expect((await conf.userinfo(access_token)).json().sub).toBe('u-alice')
  })

  it('the keys are encrypted with AES-256-GCM, and one changed character is found', async () => {
    const idp = await start()
    const textOf = async () => (await idp.portico.storage.documents.read(...KEYS)) ?? ''
    const { sealed } = JSON.parse(await textOf()) as { readonly sealed: string }
    expect(decodeProtectedHeader(sealed)).toMatchObject({ alg: 'dir', enc: 'A256GCM' })
    const [header = '', , iv = '', cipherText = '', tag = ''] = sealed.split('.')
    const changed = `${cipherText.startsWith('A') ? 'B' : 'A'}${cipherText.slice(1)}`
    await rewrite(idp, (text) => text.replace(sealed, [header, '', iv, changed, tag].join('.')))
    await expect(idp.portico.keys.rotate()).rejects.toThrow('was tampered with')
  })

  it('an older copy of the keys that is put back brings no withdrawn key back', async () => {
    const idp = await start()
    const conf = idp.party()
    const { access_token } = await idp.user().signIn(conf)
    const old = (await idp.portico.storage.documents.read(...KEYS)) ?? ''
    await idp.portico.keys.rotate('compromised')
    await rewrite(idp, () => old)
    await idp.portico.keys.rotate()
    expect(await jwks(idp)).not.toContain(headerOf(access_token).kid)
    expect((await conf.userinfo(access_token)).status).toBe(401)
  })

  it('base64url with changed trailing bits is no other spelling of a token', async () => {
    const idp = await start()
    const conf = idp.party()
    const { access_token } = await idp.user().signIn(conf)
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = alphabet.indexOf(access_token.slice(-1))
    const others = [1, 2, 3].map((bits) => access_token.slice(0, -1) + alphabet[last ^ bits])
    for (const token of others) {
      expect(Buffer.from(token.split('.')[2] ?? '', 'base64url')).toHaveLength(64)
      expect((await conf.userinfo(token)).status).toBe(401)
      expect((await conf.introspect(token)).json().active).toBe(false)
    }
  })
})
