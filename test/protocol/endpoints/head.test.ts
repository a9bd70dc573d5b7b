/** HEAD: the headers of GET where GET only reads, else 200 and no effect (RFC 9110 s9.2.1, s9.3.2; D-G6). */
import { forEachDeployment } from '../../support/deployments.ts'
import { CONF } from '../../support/fixtures.ts'
import type { Answer, Message } from '../../support/http.ts'
import { sharedIdp } from '../../support/idp.ts'
import { everywhere, logoutAddress, stateOf } from '../../support/logout-caller.ts'
import { logoutClient } from '../../support/logout-sinks.ts'
import { relyingParties } from '../../support/relying-parties.ts'

const HEAD: Message = { method: 'HEAD' }

const CLIENTS = [CONF, logoutClient('front', { frontchannel_logout_uri: 'https://front.example/out' })] as const

forEachDeployment((start) => {
  const idp = sharedIdp(() => start({ options: { clients: CLIENTS } }))
  const [conf, front] = relyingParties(idp, CLIENTS)
  const alice = idp.user()

  function expectNothing(answer: Answer): void {
    expect([answer.status, answer.text, answer.setCookies, answer.headers.location]).toEqual([200, '', [], undefined])
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['x-request-id']).toMatch(/^\w{4}-\w{4}-\w{4}$/)
  }

  it('spends no ticket of the front-channel page', async () => {
    const { access_token } = await idp.user().signIn(front)
    const address = `/connect/logout/frontchannel?ticket=${(await everywhere(idp, access_token)).json().frontchannel_ticket}`
    expectNothing(await idp.send(address, HEAD))
    const page = await idp.send(address)
    expect([page.status, page.json().iframes]).toEqual([200, [expect.objectContaining({ client_id: 'front' })]])
  })

  it('ends no session', async () => {
    await alice.signIn(conf)
    expectNothing(await alice.browser.go(logoutAddress({ client_id: 'conf' }), { ...HEAD, headers: { accept: '*/*' } }))
    expect(await stateOf(alice, conf)).toBe('signed in')
  })

  it('issues no code, and starts nothing', async () => {
    for (const prompt of ['none', undefined]) {
      const { address } = conf.request({ prompt })
      expectNothing(await alice.browser.go(address, HEAD))
      expectNothing(await alice.browser.go(address.replace('/authorize', '/oauth2/authorize'), HEAD))
    }
  })

  it('opens no page of the sign-in, the panel or the portal', async () => {
    const { adminUrl, portalUrl } = idp.portico.configuration
    const stop = await idp.user().open(conf)
    for (const address of [
      stop.url,
      '/authorize/nothing',
      '/interaction/nothing',
      adminUrl,
      `${adminUrl}/clients`,
      portalUrl,
    ])
      expectNothing(await alice.browser.go(address, HEAD))
  })

  it.each(['/errors/invalid_client', '/health/live', '/health/ready', '/_sso/assets/nothing.css'])(
    'is as GET at %s',
    async (address) => {
      const [get, head] = [await idp.send(address), await idp.send(address, HEAD)]
      expect([head.status, head.text]).toEqual([get.status, ''])
      for (const name of ['content-type', 'cache-control', 'content-length', 'vary'] as const)
        expect([name, head.headers[name]]).toEqual([name, get.headers[name]])
    },
  )
})
