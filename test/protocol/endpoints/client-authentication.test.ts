/** How a client authenticates at the token endpoint (RFC 6749 s2.3; D-G5). */
import type { OutgoingHttpHeaders } from 'node:http'
import { expectDenied } from '../../support/denials.ts'
import { forEachDeployment } from '../../support/deployments.ts'
import { expectError } from '../../support/expect.ts'
import { CONF, CONF2, DIS, NOOFF, PUB } from '../../support/fixtures.ts'
import type { Answer } from '../../support/http.ts'
import { sharedIdp } from '../../support/idp.ts'
import { registeredClient } from '../../support/registered-client.ts'
import { basic } from '../../support/relying-party.ts'

forEachDeployment((start) => {
  const idp = sharedIdp(start)
  const conf = idp.party(CONF)
  const pub = idp.party(PUB)
  const alice = idp.user()

  const redeem = (fields: Record<string, string>, authorization?: string | string[]): Promise<Answer> =>
    idp.send('/token', {
      body: { grant_type: 'authorization_code', code: 'x', ...fields },
      headers: authorization === undefined ? {} : ({ authorization } as OutgoingHttpHeaders),
    })

  it('TOK-16: unknown, wrong secret, disabled, no secret, empty secret: one answer for all', async () => {
    const post = (client_id: string, client_secret?: string): Promise<Answer> =>
      redeem({ client_id, ...(client_secret === undefined ? {} : { client_secret }) })
    const answers = await Promise.all([
      post('unknown', 'x'.repeat(40)),
      post('conf', 'wrong'),
      post('dis', DIS.client_secret),
      post('conf'),
      post('conf', ''),
      post('unknown'),
      post('__proto__', 'x'),
      post('a'.repeat(70), 'x'),
      post('conf', CONF2.client_secret),
      post('conf', `${CONF.client_secret} `),
      post('conf', CONF.client_secret.toUpperCase()),
      post('CONF', CONF.client_secret),
    ])
    for (const answer of answers) expectDenied.client(answer)
    expect(new Set(answers.map((answer) => answer.json().error_description as string)).size).toBe(1)
  })

  it('TOK-17: failed Basic is answered with a Basic challenge', async () => {
    for (const header of [
      basic('conf', 'wrong'),
      basic('unknown', 'x'),
      basic('dis', DIS.client_secret),
      'Basic',
      'Basic !!!',
      'Basic Og==',
      `Basic ${Buffer.from('conf').toString('base64')}`,
    ]) {
      const answer = await redeem({}, header)
      expectDenied.client(answer)
      // Some client libraries show nothing but the challenge.
      const help = /^<([^>]+)>/.exec(String(answer.headers.link))?.[1]
      const { error_description } = answer.json() as { readonly error_description: string }
      expect(answer.headers['www-authenticate']).toBe(
        `Basic realm="token endpoint", charset="UTF-8", error="invalid_client", error_description="${error_description}", error_uri="${help}"`,
      )
    }
    expect((await redeem({ client_id: 'conf', client_secret: 'wrong' })).headers['www-authenticate']).toBeUndefined()
  })

  it('TOK-18: no credentials at all, or a scheme that is not Basic', async () => {
    expectDenied.client(await redeem({}), 'client_authentication_missing')
    expectDenied.client(await redeem({ client_id: 'pub' }, 'Digest x'), 'client_authentication_malformed')
  })

  it('TOK-19: two mechanisms together are invalid_request, and the code is not consumed', async () => {
    const grant = await alice.authorize(conf)
    for (const secret of [CONF.client_secret, 'wrong'])
      expectDenied.request(await conf.exchange(grant, { client_secret: secret }), 'several_client_authentications')
    expect((await conf.exchange(grant, { client_id: 'conf', client_secret: '' })).status).toBe(200)
  })

  it('D-G5: an assertion next to a secret is a second mechanism, at every endpoint; alone it is unsupported', async () => {
    const assertion = {
      client_assertion: 'a.b.c',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    }
    const grant = await alice.authorize(conf)
    const { access_token } = await alice.signIn(conf)
    const headers = { authorization: basic('conf', CONF.client_secret) }
    const secret = { client_id: 'conf', client_secret: CONF.client_secret }
    const introspect = (body: Readonly<Record<string, string>>, more = {}): Promise<Answer> =>
      idp.send('/introspect', { body: { token: access_token, ...body }, headers: more })
    for (const body of [assertion, { client_assertion: 'a.b.c' }, { client_assertion_type: 'x' }]) {
      expectDenied.request(await conf.exchange(grant, body), 'several_client_authentications')
      expectDenied.request(await introspect(body, headers), 'several_client_authentications')
      expectDenied.request(await introspect({ ...secret, ...body }), 'several_client_authentications')
      expectDenied.client(await introspect({ client_id: 'conf', ...body }), 'client_authentication_method')
      const revocation = await idp.send('/revocation', { body: { token: access_token, ...body }, headers })
      expect([revocation.status, revocation.text]).toEqual([200, '{}'])
    }
    // Nothing was consumed, nothing was revoked (D-T7).
    expect((await introspect(secret)).json()).toMatchObject({ active: true })
    expect((await conf.exchange(grant)).status).toBe(200)
  })

  it('TOK-20: Basic of one client and the client_id of another never yield tokens', async () => {
    const grants = [await alice.authorize(conf), await alice.authorize(pub)]
    for (const grant of grants) {
      for (const other of ['conf2', 'pub', 'unknown'])
        expectDenied.request(await conf.exchange(grant, { client_id: other }), 'client_id_mismatch')
    }
    for (const [client, grant] of [
      [conf, grants[0]],
      [pub, grants[1]],
    ] as const)
      expect((await client.exchange(grant as NonNullable<typeof grant>)).status).toBe(200)
  })

  it('D-G5: two Authorization headers are two mechanisms', async () => {
    const grant = await alice.authorize(conf)
    const fields = { code: grant.code, redirect_uri: grant.redirectUri, code_verifier: grant.verifier }
    for (const second of [basic('conf2', CONF2.client_secret), basic('conf', CONF.client_secret), 'Bearer abcdefgh'])
      expectDenied.request(
        await redeem(fields, [basic('conf', CONF.client_secret), second]),
        'several_client_authentications',
      )
    expect((await conf.exchange(grant)).status).toBe(200)
  })

  it('TOK-22: a public client with a secret, and a confidential one without, are refused', async () => {
    const [publicGrant, confidentialGrant] = [await alice.authorize(pub), await alice.authorize(conf)]
    expectDenied.client(await pub.exchange(publicGrant, { client_secret: 'anything' }), 'client_authentication_method')
    for (const secret of ['', 'anything'])
      expectDenied.client(
        await pub.exchange(
          publicGrant,
          { client_id: undefined },
          { message: { headers: { authorization: basic('pub', secret) } } },
        ),
      )
    for (const secret of [undefined, ''])
      expectDenied.client(
        await conf.exchange(confidentialGrant, { client_secret: secret }, { method: 'none' }),
        'client_authentication_method',
      )
    for (const [client, grant] of [
      [pub, publicGrant],
      [conf, confidentialGrant],
    ] as const)
      expect((await client.exchange(grant)).status).toBe(200)
  })

  it('TOK-35: a client that may not hold refresh tokens has no refresh grant', async () => {
    const nooff = idp.party(NOOFF)
    for (const token of ['anything', 'x'.repeat(86)])
      expectError(await nooff.refresh(token), 400, 'unauthorized_client', 'unauthorized_client')
    const others = await alice.signIn(conf, { scope: 'openid offline_access' })
    const answer = await nooff.refresh(others.refresh_token)
    expect([400, answer.json().error]).toEqual([
      answer.status,
      expect.stringMatching(/^(?:unauthorized_client|invalid_grant)$/),
    ])
    expect((await conf.refresh(others.refresh_token)).status).toBe(200)
  })
})

forEachDeployment((start) => {
  it('TOK-38: a client disabled before the exchange gets invalid_client; enabled again, its code stays dead', async () => {
    const idp = await start()
    const { party, clientId } = await registeredClient(idp)
    const grant = await idp.user().authorize(party)
    expect((await idp.portico.clients.disable(clientId, 'admin')).outcome).toBe('done')
    expectDenied.client(await party.exchange(grant), 'client_disabled')
    expect((await idp.portico.clients.enable(clientId, 'admin')).outcome).toBe('done')
    expectDenied.grant(await party.exchange(grant))
  })

  it('TOK-39: after a rotation the old secret is refused and the new one accepted, immediately, on every node', async () => {
    const idp = await start()
    const other = await idp.anotherNode()
    const { party, clientId } = await registeredClient(idp)
    const alice = idp.user()
    expect((await party.exchange(await alice.authorize(party), {}, { node: other })).status).toBe(200)
    const rotated = await idp.portico.clients.rotateSecret(clientId, 'admin')
    const secret = rotated.outcome === 'done' ? (rotated.secret ?? '') : ''
    const grant = await alice.authorize(party)
    for (const node of [other, idp])
      expectDenied.client(await party.exchange(grant, {}, { node }), 'invalid_client_secret')
    expect(
      (await idp.party({ ...party.client, client_secret: secret }).exchange(grant, {}, { node: other })).status,
    ).toBe(200)
  })
})
