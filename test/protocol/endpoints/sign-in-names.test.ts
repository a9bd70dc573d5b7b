/** Which names and passwords are the same, and which only look so (D-A2; policies/username.ts). */
import type { Credentials } from '../../support/actors.ts'
import { openBrowser, type Page } from '../../support/browser.ts'
import { forEachDeployment } from '../../support/deployments.ts'
import { ACCOUNTS, ALICE, TRUSTED } from '../../support/fixtures.ts'
import type { Answer } from '../../support/http.ts'
import { sharedIdp } from '../../support/idp.ts'
import { claimsOf } from '../../support/relying-party.ts'
import { UNTHROTTLED } from '../../support/sign-in-door.ts'

const LONG = 'a-hundred-characters-'.repeat(5)
const STRANGE = 'caf\u00E9 \u{1F511} nul-\0-inside'
const STRANGERS = [
  { sub: 'u-long', username: 'long', password: LONG },
  { sub: 'u-strange', username: 'strange', password: STRANGE },
]

forEachDeployment((start) => {
  const idp = sharedIdp(() =>
    start({ options: { accounts: [...ACCOUNTS, ...STRANGERS], login: { throttle: UNTHROTTLED } } }),
  )
  const trusted = idp.party(TRUSTED)

  async function attempt({ username, password }: Credentials): Promise<Answer> {
    const browser = openBrowser(idp)
    const page = (await browser.visit(trusted.request().address)) as Page
    return (await browser.submit(page, { username, password })).answer
  }

  it("SES-14: a password counts whole, with every character, in every keyboard's form", async () => {
    const outcome = async (username: string, password: string): Promise<number> =>
      (await attempt({ username, password })).status
    expect(await outcome('long', LONG)).toBe(303)
    expect(await outcome('long', LONG.slice(0, 72))).toBe(422)
    expect(await outcome('long', LONG.slice(0, -1))).toBe(422)
    expect(await outcome('strange', STRANGE)).toBe(303)
    expect(await outcome('strange', STRANGE.normalize('NFD'))).toBe(303)
    expect(await outcome('strange', STRANGE.split('\0')[0] ?? '')).toBe(422)
    for (const password of ['', ' ', `${ALICE.password} `, ALICE.password.toUpperCase(), '\0'])
      expect(await outcome('alice', password)).toBe(422)
    expect(await outcome('alice', 'x'.repeat(50_000))).toBe(422)
    expect(await outcome('alice', 'x'.repeat(1_000_000))).toBe(413)
  })

  it('SES-19: a name that only looks like an account is none, and one that is the same is the same', async () => {
    for (const username of ['\u0430lice', 'ali\u200Bce', 'alice\0', 'al\u0131ce', 'alice\u0301'])
      expect([username, (await attempt({ username, password: ALICE.password })).status]).toEqual([username, 422])
    for (const username of ['ALICE', 'Alice', '\uFF41lice'])
      expect(claimsOf((await idp.user({ ...ALICE, username }).signIn(trusted)).id_token).sub).toBe(ALICE.sub)
    for (const username of ['ALICE', '\uFF41\uFF4C\uFF49\uFF43\uFF45'])
      expect((await idp.portico.accounts?.invite(username, {}))?.outcome).toBe('username-taken')
    for (const username of ['alice ', 'a\u200Blice', ''])
      expect((await idp.portico.accounts?.invite(username, {}))?.outcome).toBe('username-unusable')
  })
})
