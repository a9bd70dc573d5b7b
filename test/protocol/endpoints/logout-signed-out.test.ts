/** The page at the end of a sign-out shows the state of each app: accepted, refused, no response yet. */
import { forEachDeployment } from '../../support/deployments.ts'
import { CONF } from '../../support/fixtures.ts'
import { sharedIdp } from '../../support/idp.ts'
import { byGet } from '../../support/logout-caller.ts'
import { logoutClient, startSink, status } from '../../support/logout-sinks.ts'
import { relyingParties } from '../../support/relying-parties.ts'
import type { RelyingParty } from '../../support/relying-party.ts'

const appOf = async (name: string, code: number) =>
  logoutClient(name.toLowerCase(), { client_name: name, backchannel_logout_uri: (await startSink(status(code))).url })
const CLIENTS = [CONF, await appOf('Good', 200), await appOf('Refusing', 400), await appOf('Failing', 500)]

forEachDeployment((start) => {
  const idp = sharedIdp(() => start({ options: { clients: CLIENTS } }))
  const apps = relyingParties(idp, CLIENTS)

  const groupsIn = (html: string): string =>
    (/<div class="sso-fan">.*?<\/div>/s.exec(html)?.[0] ?? '').replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

  const groupsAfter = async (...[conf, ...notified]: readonly RelyingParty[]): Promise<string> => {
    const alice = idp.user()
    const { id_token } = await alice.signIn(conf as RelyingParty)
    for (const app of notified) await alice.signIn(app)
    const { status: code, text } = await byGet(alice, { id_token_hint: id_token })
    expect(code).toBe(200)
    return groupsIn(text)
  }

  it('an app is called signed out when it accepted its notice, and not before', async () => {
    const signedOut = await groupsAfter(...apps)
    expect(signedOut).toMatch(/^ Signed out .*Good .*Couldn’t confirm .*Refusing .*No response yet.* Failing $/)
  })

  it('an app that accepted it leaves nothing open', async () => {
    const signedOut = await groupsAfter(...apps.slice(0, 2))
    expect(signedOut).toMatch(/^ Signed out /)
    expect(signedOut).not.toMatch(/Couldn’t confirm|No response yet/)
  })
})
