/** A token response that was never sent is no use of the code or refresh token (D-T15). */
import { generateKeyPairSync, sign } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { request, type ServerResponse } from 'node:http'
import type { ExternalSigner } from '../../lib/index.ts'
import { forEachDeployment } from '../support/deployments.ts'
import { expectError } from '../support/expect.ts'
import { ACCOUNTS, ALICE, CONF } from '../support/fixtures.ts'
import { encodeFields, type Fields, type Message } from '../support/http.ts'
import type { Node } from '../support/idp.ts'
import { until } from '../support/until.ts'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
/** While set, a token request waits for the signature, before it changes anything. */
let held: { readonly asked: PromiseWithResolvers<void>; readonly released: PromiseWithResolvers<void> } | undefined
const signer: ExternalSigner = {
  kid: 'held',
  publicJwk: { x, y },
  async sign(data) {
    held?.asked.resolve()
    await held?.released.promise
    return sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' })
  },
}
/** The server's side of the newest exchange. */
let newest: ServerResponse | undefined
subscribe('http.server.request.start', (message) => {
  newest = (message as { readonly response: ServerResponse }).response
})

const HOW = ['destroy', 'end'] as const
/** The node as a client reaches it that goes away while its request is served: whole, or with its sending side alone. */
const leaving = (node: Node, how: (typeof HOW)[number], meanwhile: () => Promise<unknown>): Node => ({
  ...node,
  async send(address: string, { headers = {}, body }: Message = {}) {
    held = { asked: Promise.withResolvers<void>(), released: Promise.withResolvers<void>() }
    const sent = encodeFields(body as Fields)
    const type = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(sent) }
    const path = `${node.mountPath}${address}`
    const call = request({ port: node.port, path, method: 'POST', headers: { ...headers, ...type }, agent: false })
    call.on('error', () => {}).end(sent)
    await held.asked.promise
    const { socket } = newest as ServerResponse
    call.socket?.[how]()
    await until(() => socket?.writable !== true)
    await meanwhile()
    const lines = node.log.lines.length
    held.released.resolve()
    held = undefined
    await until(() => node.log.lines.slice(lines).some(({ fields }) => fields['route'] === 'token'))
    return undefined as never
  },
})

forEachDeployment((start) => {
  describe.each(HOW)('the client goes away: %s', (how) => {
    it('the same code and the same refresh token work again, once', async () => {
      const idp = await start({ options: { signer } })
      const conf = idp.party()
      const alice = idp.user()
      const { refresh_token } = await alice.signIn(conf, { scope: 'openid offline_access' })
      const grant = await alice.authorize(conf)
      const node = leaving(idp, how, async () => {})
      for (const _time of ['once', 'twice']) {
        await conf.exchange(grant, {}, { node })
        await conf.refresh(refresh_token, {}, { node })
      }
      const next = await conf.refresh(refresh_token)
      expect([next.status, (await conf.exchange(grant)).status]).toEqual([200, 200])
      expect((await conf.userinfo(next.json().access_token)).status).toBe(200)
      expectError(await conf.exchange(grant), 400, 'invalid_grant', 'code_used')
      expectError(await conf.refresh(refresh_token), 400, 'invalid_grant', 'refresh_token_replayed')
    })

    it('what was revoked meanwhile stays revoked', async () => {
      const idp = await start({ options: { signer } })
      const conf = idp.party()
      const { refresh_token } = await idp.user().signIn(conf, { scope: 'openid offline_access' })
      await conf.refresh(refresh_token, {}, { node: leaving(idp, how, () => conf.revoke(refresh_token)) })
      expectError(await conf.refresh(refresh_token), 400, 'invalid_grant', 'tokens_revoked')
    })

    it('an app with an access rule, whose user is checked again', async () => {
      const roles = ['editor']
      const options = { signer, clients: [{ ...CONF, access: { roles } }], accounts: ACCOUNTS }
      const idp = await start({ options })
      const conf = idp.party()
      const { refresh_token } = await idp.user().signIn(conf, { scope: 'openid offline_access' })
      await idp.portico.sessions.rolesChanged(ALICE.sub)
      await conf.refresh(refresh_token, {}, { node: leaving(idp, how, async () => {}) })
      expect((await conf.refresh(refresh_token)).status).toBe(200)
    })
  })
})
