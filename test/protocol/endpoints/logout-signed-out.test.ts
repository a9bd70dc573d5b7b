/** The page at the end of a sign-out says of each app what is known: accepted, refused, not answered yet. */
import { person } from '../../support/actors.ts'
import { forEachDeployment } from '../../support/deployments.ts'
import { CONF } from '../../support/fixtures.ts'
import type { Idp } from '../../support/idp.ts'
import { byGet } from '../../support/logout-caller.ts'
import { logoutClient, type Sink, startSink, status } from '../../support/logout-sinks.ts'
import { type RelyingParty, relyingParty } from '../../support/relying-party.ts'

forEachDeployment((start) => {
  let idp: Idp
  let sinks: readonly Sink[]
  let apps: readonly RelyingParty[]
  beforeAll(async () => {
    sinks = await Promise.all([startSink(), startSink(status(400)), startSink(status(500))])
    const clients = [
      CONF,
      ...['Good', 'Refusing', 'Failing'].map((name, index) =>
        logoutClient(name.toLowerCase(), { client_name: name, backchannel_logout_uri: (sinks[index] as Sink).url }),
      ),
    ]
    idp = await start({ options: { clients } })
    apps = clients.map((client) => relyingParty(idp, client))
  })

  const groupsIn = (html: string): string =>
    (/<div class="sso-fan">.*?<\/div>/s.exec(html)?.[0] ?? '').replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

  const groupsAfter = async (...[conf, ...notified]: readonly RelyingParty[]): Promise<string> => {
    const alice = person(idp)
    const { id_token } = await alice.signIn(conf as RelyingParty)
    for (const app of notified) await alice.signIn(app)
    const { status: code, text } = await byGet(alice, { id_token_hint: id_token })
    expect(code).toBe(200)
    return groupsIn(text)
  }

  it('an app is called signed out when it accepted its notice, and not before', async () => {
    const signedOut = await groupsAfter(...apps)
    expect(signedOut).toMatch(/^ Signed out .*Good .*Could not confirm .*Refusing .*No answer yet.* Failing $/)
  })

  it('an app that accepted it leaves nothing open', async () => {
    const signedOut = await groupsAfter(...apps.slice(0, 2))
    expect(signedOut).toMatch(/^ Signed out /)
    expect(signedOut).not.toMatch(/Could not confirm|No answer yet/)
  })
})
