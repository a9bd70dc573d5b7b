/** Recent activity of the portal: what a user did, what failed and why, on which device; and nothing of other users. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { LINK } from '../support/audit.ts'
import { openBrowser, type Page } from '../support/browser.ts'
import { forEachDeployment } from '../support/deployments.ts'
import { ALICE, BOB, CONF } from '../support/fixtures.ts'
import { runningIdp, sharedIdp } from '../support/idp.ts'
import { ADMIN, enterPanel, PANEL_ACCOUNTS, textIn } from '../support/panel-visitor.ts'
import { audited, CHROME, pageOf, pagesFrom, using, visitor } from './portal-visitor.ts'

const HOSTILE = 'Mozilla/5.0 <script>alert(1)</script> Firefox/1 (X11; Linux)'

const rowsOn = ({ answer }: Page): readonly string[] =>
  [...answer.text.matchAll(/<li class="sso-line-row">(.*?)<\/li>/gs)].map(([, row = '']) => textIn(row))

forEachDeployment((start) => {
  const idp = sharedIdp(start, beforeEach)

  /** A user at the sign-in of the portal, with a browser of this kind. */
  async function types(userAgent: string, username: string, password: string): Promise<void> {
    const user = visitor(idp, ALICE, openBrowser(using(idp, userAgent)))
    await user.browser.submit(pageOf(await user.look('/')), { username, password })
  }

  it('shows a failed sign-in with its reason and device, and the way to report it', async () => {
    await types(CHROME, ALICE.username, 'a guess')
    await audited(idp, 'sign-in.failed', ALICE.sub)
    const page = await visitor(idp).open('/security/activity')
    const failed = rowsOn(page).find((row) => row.startsWith('Wrong password'))
    expect(failed).toContain('Chrome on Windows')
    expect(failed).toContain('This wasn’t me: Wrong password')
    expect(page.answer.text).toMatch(/href="[^"]*\/portal\/secure"/)
    expect(rowsOn(await visitor(idp, BOB).open('/security/activity')).join()).not.toContain('Wrong password')
  })

  it('keeps of a browser what is on a list, and nothing that it sent', async () => {
    await types(HOSTILE, ALICE.username, 'a guess')
    expect((await audited(idp, 'sign-in.failed', ALICE.sub)).device).toEqual({ browser: 'Firefox', system: 'Linux' })
    expect((await visitor(idp).open('/security/activity')).answer.text).not.toContain('alert(1)')
  })

  it('names the app of a sign-in once, and never the server that fetched its tokens', async () => {
    const conf = idp.party(CONF)
    const alice = idp.user(ALICE, openBrowser(using(idp, CHROME)))
    const tokens = await alice.signIn(conf, { scope: 'openid offline_access' })
    await conf.revoke(tokens.refresh_token)
    const entry = await audited(idp, 'token.revoked', ALICE.sub)
    expect([entry.address, entry.device]).toEqual([expect.any(String), undefined])
    const rows = rowsOn(await visitor(idp).open('/security/activity'))
    const ended = rows.filter((row) => row.includes('ended its access'))
    expect(ended).toHaveLength(1)
    expect(ended[0]).not.toContain(entry.address)
    expect(rows.filter((row) => row.startsWith(`Signed in to ${CONF.client_name ?? CONF.client_id}`))).toHaveLength(1)
  })
})

it('leaves out what an administrator did to others', async () => {
  const idp = await runningIdp({ accounts: [ALICE, ...PANEL_ACCOUNTS] })
  const panel = await enterPanel(idp)
  await panel.send(await panel.open(`/users/${ALICE.sub}/sign-out`), `${ALICE.sub}/sign-out`)
  expect(await audited(idp, 'logout.everywhere', ALICE.sub)).toMatchObject({ actor: ADMIN.sub })
  expect(rowsOn(await visitor(idp, ADMIN).open('/security/activity')).join()).not.toContain('Signed out everywhere')
  expect(rowsOn(await visitor(idp).open('/security/activity')).join()).toContain('Signed out everywhere')
})

it('continues on further pages, also behind many entries of other users', async () => {
  const storage = embeddedStorage()
  const idp = await runningIdp({ storage })
  const portal = visitor(idp)
  await portal.open('/')
  await audited(idp, 'sign-in.succeeded', ALICE.sub)
  const other = JSON.stringify({ event: 'sign-in.succeeded', result: 'ok', user: 'u-other' })
  for (let part = 0; part < 30; part += 1)
    await storage.audit.append(
      idp.clock.now(),
      Array.from({ length: 200 }, () => other),
      LINK,
    )
  const pages = await pagesFrom(portal, '/security/activity')
  expect(pages.length).toBeGreaterThan(1)
  expect(pages.flatMap(rowsOn).filter((row) => row.startsWith('Signed in'))).toHaveLength(1)
})
