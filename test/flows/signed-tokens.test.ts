/** Every kind of token that the service signs, verified by its recipients with `jose` from the JWKS alone. */
import { createRemoteJWKSet, type JWTVerifyOptions, jwtVerify } from 'jose'
import { TOKEN_TYPES } from '../../policies/signing.ts'
import { forEachDeployment } from '../support/deployments.ts'
import { ALICE } from '../support/fixtures.ts'
import { everywhere } from '../support/logout-caller.ts'
import { logoutClient, startSink } from '../support/logout-sinks.ts'
import { headerOf, type TokenSet } from '../support/relying-party.ts'

const SIGNED_IN = { subject: ALICE.sub, requiredClaims: ['iat', 'exp', 'sid'] }
/** What the recipient of each kind checks. */
const ASKED: Readonly<Record<string, JWTVerifyOptions>> = {
  [TOKEN_TYPES.access]: { audience: 'sso-resource-api', ...SIGNED_IN },
  [TOKEN_TYPES.id]: { audience: 'app', ...SIGNED_IN },
  [TOKEN_TYPES.logout]: { audience: 'app', requiredClaims: ['iat', 'exp', 'sid', 'sub', 'jti', 'events'] },
}

forEachDeployment((start) => {
  it('verifies: from a code, from a refresh token, at the end of the session, and as a try', async () => {
    const sink = await startSink()
    const idp = await start({ options: { clients: [logoutClient('app', { backchannel_logout_uri: sink.url })] } })
    const app = idp.party(logoutClient('app'))
    const first = await idp.user().signIn(app, { scope: 'openid profile email offline_access' })
    const next = (await app.refresh(first.refresh_token)).json() as TokenSet
    await everywhere(idp, next.access_token)
    await sink.arrived(1)
    await idp.portico.deliveries.sendTest('app')
    const notices = (await sink.arrived(2)).map(({ token }) => token)
    await sink.close()

    const jwks = createRemoteJWKSet(new URL(`${idp.issuer}/jwks`))
    const tokens = [...[first, next].flatMap(({ access_token, id_token }) => [access_token, id_token]), ...notices]
    for (const token of tokens) {
      const { typ } = headerOf(token)
      await jwtVerify(token, jwks, { issuer: idp.issuer, algorithms: ['ES256'], typ, ...ASKED[typ] })
    }
    // A kind that is added is to be verified here too.
    expect(new Set(tokens.map((token) => headerOf(token).typ))).toEqual(new Set(Object.values(TOKEN_TYPES)))
  })
})
