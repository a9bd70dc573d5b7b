/** A token response that was never sent is no use of the code or refresh token (D-T15). */
import { generateKeyPairSync, randomInt, randomUUID, sign } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import {
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from 'node:http'
import type { ExternalSigner } from '../../lib/index.ts'
import { forEachDeployment } from '../support/deployments.ts'
import { expectError } from '../support/expect.ts'
import { ACCOUNTS, ALICE, CONF } from '../support/fixtures.ts'
import { encodeFields, type Fields, type Message } from '../support/http.ts'
import { type Node, startIdp } from '../support/idp.ts'
import { LONG_FORM } from '../support/long-form.ts'
import { startRedis } from '../support/redis-server.ts'
import type { RelyingParty, TokenSet } from '../support/relying-party.ts'
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
  const { response, request } = message as { readonly response: ServerResponse; readonly request: IncomingMessage }
  newest = response
  begun.get(String(request.headers['x-request-id']))?.()
})

/** Refreshes in the last test: FAMILIES times ROUNDS. */
const FAMILIES = 20
const ROUNDS = LONG_FORM ? 500 : 20
const begun = new Map<string, () => void>()

function posted(node: Node, address: string, headers: OutgoingHttpHeaders, fields: Fields): ClientRequest {
  const sent = encodeFields(fields)
  const type = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(sent) }
  const path = `${node.mountPath}${address}`
  const call = request({ port: node.port, path, method: 'POST', headers: { ...headers, ...type }, agent: false })
  call.on('error', () => {}).end(sent)
  return call
}

const HOW = ['destroy', 'end'] as const
/** The node as a client reaches it that goes away while its request is served: whole, or with its sending side. */
const leaving = (node: Node, how: (typeof HOW)[number], meanwhile: () => Promise<unknown>): Node => ({
  ...node,
  async send(address: string, { headers = {}, body }: Message = {}) {
    held = { asked: Promise.withResolvers<void>(), released: Promise.withResolvers<void>() }
    const call = posted(node, address, headers, body as Fields)
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

it('of many refreshes on two nodes with a fifth of the clients hanging up, none loses a family', async () => {
  const redis = await startRedis()
  const many = { limit: 10_000 }
  const throttle = { address: many, accountAndAddress: many, account: many }
  const options = { trustProxy: 1, login: { throttle } }
  const idp = await startIdp({ store: { redis: redis.url, keyPrefix: 'unsent:' }, options })
  const nodes = [idp, await idp.anotherNode()] as const
  const conf = idp.party()
  let [sent, unsent] = [0, 0]
  const family = async (): Promise<void> => {
    let token = ''
    for (let round = 0; round < ROUNDS; round += 1) {
      if (token === '') token = (await idp.user().signIn(conf, { scope: 'openid offline_access' })).refresh_token
      const node = nodes[randomInt(2)] as Node
      if (randomInt(5) > 0) token = (await refreshed(conf, token, node)).refresh_token
      else if ((await statusOfAbandoned(conf, token, node)) === 200) {
        // Bytes were handed to the connection, so the token is used.
        sent += 1
        token = ''
      } else {
        unsent += 1
        token = (await refreshed(conf, token, nodes[randomInt(2)] as Node)).refresh_token
      }
    }
  }
  await Promise.all(Array.from({ length: FAMILIES }, family))
  expect([sent, unsent].every((count) => count > 0)).toBe(true)
})

async function refreshed(conf: RelyingParty, token: string, node: Node): Promise<TokenSet> {
  const answer = await conf.refresh(token, {}, { node })
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  return answer.json()
}

/** The status that the service logs for a refresh whose client hangs up a random time after the service began. */
async function statusOfAbandoned(conf: RelyingParty, token: string, node: Node): Promise<unknown> {
  const id = randomUUID()
  const began = new Promise<void>((resolve) => begun.set(id, resolve))
  const hangingUp: Node = {
    ...node,
    async send(address: string, { headers = {}, body }: Message = {}) {
      const call = posted(node, address, { ...headers, 'x-request-id': id }, body as Fields)
      await began
      await new Promise((resolve) => setTimeout(resolve, randomInt(6)))
      call.destroy()
      return undefined as never
    },
  }
  await conf.refresh(token, {}, { node: hangingUp })
  const line = () => node.log.lines.find(({ fields }) => fields['request_id'] === id)
  await until(() => line() !== undefined)
  return line()?.fields['status']
}
