/** All issues of a request are named together, by names that the service itself publishes (D-G4, D-G5, D-T8). */
import { NAVIGATION } from '../../support/browser.ts'
import { expectDenied } from '../../support/denials.ts'
import { onEachDeployment } from '../../support/deployments.ts'
import { expectRedirectError } from '../../support/expect.ts'
import type { Answer } from '../../support/http.ts'

const BARE = {
  response_type: undefined,
  scope: undefined,
  state: undefined,
  nonce: undefined,
  code_challenge: undefined,
  code_challenge_method: undefined,
}
const PKCE = 'PKCE with S256 is required: '
const REST = `response_type is missing; state is missing; nonce is missing; scope is missing; ${PKCE}code_challenge is missing`

onEachDeployment((idp) => {
  const conf = idp.party()

  const described = (answer: Answer): string =>
    answer.headers.location === undefined
      ? (answer.json() as { readonly error_description: string }).error_description
      : (new URL(answer.headers.location).searchParams.get('error_description') ?? '')

  describe('GET /authorize with nothing right', () => {
    it('without client and redirect URI: to the sender', async () => {
      const answer = await idp.send('/authorize')
      expectDenied.request(answer, 'invalid_client')
      expect(described(answer)).toBe(`client_id is missing; redirect_uri is missing; ${REST}`)
    })

    it('with client and address: back to the client', async () => {
      const answer = await idp.send(conf.request(BARE).address)
      expectRedirectError(answer, 'invalid_request', {
        redirectUri: conf.redirectUri,
        issuer: idp.issuer,
        state: undefined,
        ref: 'parameter_missing',
      })
      expect(described(answer)).toBe(REST)
    })

    it('repeats no name and no value that the service does not publish', async () => {
      const scope = 'openid roles hunter2'
      const { address } = conf.request({ nonce: undefined, scope })
      const answer = await idp.send(`${address}&hunter2=1&hunter2=2&hunter3=%zz`)
      expectRedirectError(answer, 'invalid_request', {
        redirectUri: conf.redirectUri,
        issuer: idp.issuer,
        state: new URLSearchParams(address.split('?')[1]).get('state') ?? '',
        ref: 'parameter_malformed',
      })
      expect(described(answer)).toContain('nonce is missing')
      expect(described(answer)).not.toMatch(/hunter/)
    })

    it.each([
      ['no client', { client_id: undefined }],
      ['no address', { redirect_uri: undefined }],
    ])('a page reports a request with %s as incomplete', async (_, left) => {
      const { status, text } = await idp.send(conf.request(left).address, { headers: NAVIGATION })
      expect(status).toBe(400)
      expect(text).toContain('The app’s sign-in request is incomplete')
    })

    it('a page reports a wrong redirect URI as not recognised', async () => {
      const { address } = conf.request({ redirect_uri: 'https://external.example/cb', nonce: undefined })
      expect((await idp.send(address, { headers: NAVIGATION })).text).toContain('a return address we don’t recognize')
    })
  })

  describe('POST /token', () => {
    it('names all that a request without anything lacks', async () => {
      const answer = await conf.post('/token', {})
      expectDenied.request(answer, 'parameter_missing')
      const missing = 'grant_type is missing; code is missing; redirect_uri is missing'
      expect(described(answer)).toBe(`${missing}; ${PKCE}code_verifier is missing`)
    })

    it('names what a code in order is sent without, and leaves the code as it is', async () => {
      const grant = await idp.user().authorize(conf)
      const bare = await conf.exchange(grant, { redirect_uri: undefined, code_verifier: undefined })
      expectDenied.request(bare, 'parameter_missing')
      expect(described(bare)).toBe(`redirect_uri is missing; ${PKCE}code_verifier is missing`)
      const verifierAlone = await conf.exchange(grant, { code_verifier: undefined })
      expectDenied.grant(verifierAlone, 'pkce_required')
      expect(described(verifierAlone)).toBe(`${PKCE}code_verifier is missing`)
      expect((await conf.exchange(grant)).status).toBe(200)
      // A replay answers first, whatever it lacks.
      expectDenied.grant(await conf.exchange(grant, { redirect_uri: undefined, code_verifier: undefined }), 'code_used')
    })
  })
})
