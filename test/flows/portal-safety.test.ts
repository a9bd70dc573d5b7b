/** The first page of the portal: how safe the account is, what to do about it, and who signed in last. */
import { openBrowser, type Page } from '../support/browser.ts'
import { onEachDeployment } from '../support/deployments.ts'
import { ALICE } from '../support/fixtures.ts'
import { runningIdp } from '../support/idp.ts'
import { textIn } from '../support/panel-visitor.ts'
import { CHROME, FIREFOX, headingOf, using, visitor } from './portal-visitor.ts'
import { enrolApp, newPerson } from './second-factor-visitor.ts'

const ringOn = ({ answer }: Page): string => /aria-label="(\d of \d checks passed)"/.exec(answer.text)?.[1] ?? ''

onEachDeployment((idp) => {
  it('counts what protects the account, and leads to what is missing', async () => {
    const portal = visitor(idp, await newPerson(idp))
    const home = await portal.open('/')
    expect(ringOn(home)).toBe('2 of 3 checks passed')
    expect(textIn(home.answer.text)).toMatch(/1 thing to improve.*No passkey/s)
    await enrolApp(idp, portal)
    const after = await portal.open('/')
    expect(ringOn(after)).toBe('4 of 4 checks passed')
    expect(textIn(after.answer.text)).toMatch(/Your account is well protected/)
  })

  it('leads to another password after two years', async () => {
    const owner = await newPerson(idp)
    idp.clock.forward(740 * 86_400)
    const home = await visitor(idp, owner).open('/')
    expect(headingOf(home)).toMatch(/^Hello/)
    expect(textIn(home.answer.text)).toContain('Change password')
    expect(home.answer.text).toMatch(/href="[^"]*\/portal\/security\/password"/)
  })

  it('shows who signed in last, and marks a device that was not seen before', async () => {
    const owner = await newPerson(idp)
    const desk = visitor(idp, owner, openBrowser(using(idp, FIREFOX)))
    await desk.open('/')
    idp.clock.forward(60)
    const other = visitor(idp, owner, openBrowser(using(idp, CHROME)))
    await other.open('/')
    const home = await desk.open('/')
    expect(textIn(home.answer.text)).toMatch(/Last sign-in: .*, Chrome on Windows\. Not you\?/s)
    expect(textIn(home.answer.text)).toContain('1 new device')
    expect(textIn((await other.open('/')).answer.text)).toMatch(
      /Last sign-in: .*Chrome on Windows \(this device\)\..*Before that: .*Firefox on Linux\. Not you\?/s,
    )
    expect(textIn((await desk.open('/devices')).answer.text)).toMatch(/Chrome on WindowsNew/)
    idp.clock.forward(86_400)
    expect(textIn((await visitor(idp, owner).open('/devices')).answer.text)).not.toMatch(/WindowsNew/)
  })

  it('shows many sign-ins of one machine together, and this device by itself', async () => {
    const owner = await newPerson(idp)
    for (let others = 0; others < 3; others += 1) await visitor(idp, owner, openBrowser(using(idp, CHROME))).open('/')
    const page = await visitor(idp, owner, openBrowser(using(idp, FIREFOX))).open('/devices')
    expect(textIn(page.answer.text)).toMatch(/Firefox on LinuxThis device.*3 sign-ins on Windows/s)
  })
})

it('a directory of the host is asked for nothing that it cannot give', async () => {
  const idp = await runningIdp({
    accounts: { find: (sub) => ({ sub, name: 'Hosted' }), authenticate: () => ({ sub: 'h-1' }) },
  })
  const home = await visitor(idp, { ...ALICE, username: 'hosted' }).open('/')
  expect(ringOn(home)).toBe('')
  expect(textIn(home.answer.text)).toMatch(/manages how you sign in/)
  expect(textIn(home.answer.text)).not.toMatch(/well protected/)
})
