/**
 * REL-04: the response to a use is lost between the service and the client. A repeated use counts as a theft, because
 * the service cannot distinguish them (RFC 9700 s4.14.2): the family is revoked, and there is no grace.
 */
import { person } from '../support/actors.ts'
import { expectError, expectInactive } from '../support/expect.ts'
import { CONF } from '../support/fixtures.ts'
import type { Answer } from '../support/http.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { remote } from '../support/logout-processes.ts'
import { relyingParty } from '../support/relying-party.ts'
import { startProxy } from '../support/tcp-proxy.ts'

const OFFLINE = { scope: 'openid offline_access' }

/** The service has answered. */
let answered = Promise.withResolvers<void>()
const idp = await startIdp()

const proxy = await startProxy(idp.port, '127.0.0.1', (answer) => {
  answered.resolve()
  return answer
})

const conf = relyingParty(idp, CONF)

/** The request arrives, a number of bytes of the response come back, then the connection breaks. */
async function loseAnswer(bytes: number, ask: (node: Idp) => Promise<Answer>): Promise<void> {
  proxy.dropReplies(bytes)
  answered = Promise.withResolvers()
  void answered.promise.then(() => setImmediate(() => proxy.cut()))
  await expect(ask(remote({ issuer: idp.issuer, port: proxy.port }) as Idp)).rejects.toThrow()
  proxy.resume()
}

it.each([0, 200])('REL-04: %d bytes of the answer to a refresh come: the old token is a replay', async (bytes) => {
  const tokens = await person(idp).signIn(conf, OFFLINE)
  await loseAnswer(bytes, (node) => conf.refresh(tokens.refresh_token, {}, { node }))
  expectError(await conf.refresh(tokens.refresh_token), 400, 'invalid_grant', 'refresh_token_replayed')
  expectInactive(await conf.introspect(tokens.access_token))
  expectError(await conf.refresh(tokens.refresh_token), 400, 'invalid_grant')
})

it('REL-04: after the answer to an exchange is lost, the code is used', async () => {
  const grant = await person(idp).authorize(conf, OFFLINE)
  await loseAnswer(0, (node) => conf.exchange(grant, {}, { node }))
  expectError(await conf.exchange(grant), 400, 'invalid_grant', 'code_used')
})
