/** Another email address (D-A6): it counts once the email to it is confirmed, and the former one is notified. */
import { openBrowser, type Page, titleOf } from '../support/browser.ts'
import { type EmailUser, linkIn, startEmailIdp } from '../support/emails.ts'
import { flashOn, textIn } from '../support/panel-visitor.ts'
import { until } from '../support/until.ts'
import { audited, editDetails, pageOf, type Visitor, visitor } from './portal-visitor.ts'

const HOUR = 3_600
const CHANGED = 'Your account’s email address was changed'

let user: EmailUser
let portal: Visitor
let count = 0
const idp = await startEmailIdp()
beforeEach(async () => {
  user = await idp.addUser()
  portal = visitor(idp, user)
})

const newAddress = (): string => `new-${(count += 1)}@example.net`
/** Enters an address on the page of the details. */
const enter = (email: string): Promise<Page> => editDetails(portal, { email })
const linkTo = async (email: string): Promise<string> => linkIn(await idp.emailTo(email, 'address'))
/** Enters an address, and waits for the email. */
const linkAfter = async (email: string): Promise<string> => {
  await enter(email)
  return linkTo(email)
}
/** Somewhere else than in the browser of the portal: emails are read on another device. */
const open = async (link: string): Promise<Page> => pageOf(await openBrowser(idp).visit(link))
const confirm = async (page: Page): Promise<Page> => pageOf(await openBrowser(idp).submit(page))
const said = ({ answer }: Page): readonly [number | undefined, string] => [answer.status, titleOf(answer.text)]

const signsIn = (username: string, { password }: EmailUser = user): Promise<boolean> =>
  idp
    .user({ username, password })
    .signIn(idp.party())
    .then(
      () => true,
      () => false,
    )
const known = async (): Promise<object | undefined> => {
  const account = await idp.portico.accounts?.account(user.sub)
  return (
    account && { email: account.person.email, verified: account.person.email_verified, waits: account.pendingEmail }
  )
}
/** How many emails of a kind were put into the outbox for the user. */
const queued = async (kind: string): Promise<number> =>
  (await idp.portico.storage.deliveries.list(undefined, 200)).filter(
    (email) => email.channel === 'mail' && email.kind === kind && email.subject === user.sub,
  ).length
const unchanged = (waits?: string): object => ({ email: user.email, verified: true, waits })

describe('an address that a user enters', () => {
  it('counts from its confirmation, which works once; until then the one before counts, and signs in', async () => {
    const email = newAddress()
    expect(flashOn(await enter(email))).toBe(
      `Your details were saved. We sent a link to ${email}. The address takes effect once you confirm it.`,
    )
    expect(textIn((await portal.open('/profile')).answer.text)).toContain(`Waiting for confirmation: ${email}`)
    const link = await linkTo(email)
    expect([await known(), await signsIn(user.email), await signsIn(email)]).toEqual([unchanged(email), true, false])

    const page = await open(link)
    expect(said(page)).toEqual([200, 'Confirm your email address · Portico'])
    expect(textIn(page.answer.text)).toContain(`${email} will become this account’s email address.`)
    expect(said(await confirm(page))).toEqual([200, 'Your email address is confirmed · Portico'])
    expect(await known()).toEqual({ email, verified: true, waits: undefined })
    expect([await signsIn(user.email), await signsIn(email)]).toEqual([false, true])
    expect(textIn((await portal.open('/profile')).answer.text)).not.toContain('Waiting for confirmation')
    expect(await audited(idp, 'account.address-proved', user.sub)).toMatchObject({ user: user.sub, result: 'ok' })
    expect(said(await open(link))).toEqual([410, 'This link has already been used · Portico'])
  })

  it('is sent to the former one, with a link that is no sign-in', async () => {
    const email = newAddress()
    await confirm(await open(await linkAfter(email)))
    const notice = () =>
      idp.mail.emails.find(({ headers, envelope: { to } }) => headers.subject === CHANGED && to[0] === user.email)
    await until(async () => notice() !== undefined)
    const { text } = notice() ?? { text: '' }
    expect([await queued('address-changed'), text.includes(email)]).toEqual([1, false])
    expect(said(await open(linkIn({ text })))).toEqual([200, 'This wasn’t you? · Portico'])
  })

  it('does not count when its link is opened, however often, and the one before is not notified', async () => {
    const email = newAddress()
    const link = await linkAfter(email)
    for (let times = 0; times < 5; times += 1) await open(link)
    expect([await known(), await queued('address-changed')]).toEqual([unchanged(email), 0])
  })

  it('cannot be confirmed after twenty minutes; another email has another link', async () => {
    const email = newAddress()
    const page = await open(await linkAfter(email))
    idp.clock.forward(20 * 60 + 1)
    expect(said(await confirm(page))).toEqual([410, 'This link has expired · Portico'])
    expect(await known()).toEqual(unchanged(email))
    const again = await portal.press(await portal.open('/profile'), { to: '/profile/prove' })
    expect(flashOn(again)).toBe(`A link is on its way to ${email}.`)
    await confirm(await open(await linkTo(email)))
    expect(await known()).toMatchObject({ email, verified: true })
  })

  it('that is entered once more, when its email is lost, has another email', async () => {
    const email = newAddress()
    await linkAfter(email)
    await enter(email)
    await confirm(await open(await linkTo(email)))
    expect(await known()).toMatchObject({ email, verified: true })
  })

  it('is forgotten for a newer one, whose email makes the link before void', async () => {
    const [first, second] = [newAddress(), newAddress()]
    const page = await open(await linkAfter(first))
    const link = await linkAfter(second)
    expect(said(await open(link))).toEqual([200, 'Confirm your email address · Portico'])
    const late = await confirm(page)
    expect([late.answer.status, await known()]).toEqual([410, unchanged(second)])
    await confirm(await open(link))
    expect([await known(), await signsIn(first)]).toEqual([{ email: second, verified: true, waits: undefined }, false])
  })

  it('cannot be used for another page than its own', async () => {
    const link = await linkAfter(newAddress())
    for (const page of ['recovery', 'invitation', 'not-me'])
      expect((await open(link.replace('/recovery/address', `/recovery/${page}`))).answer.status).toBe(410)
  })
})

describe('an address that another account has verified', () => {
  it('is refused at the form: the page reports it, and nothing is changed for either', async () => {
    const other = await idp.addUser()
    const page = await open(await linkAfter(other.email))
    expect(said(await confirm(page))).toEqual([200, 'Another account already uses this email address · Portico'])
    expect([await known(), await signsIn(user.email)]).toEqual([unchanged(other.email), true])
    expect(await idp.portico.accounts?.accountNamed(other.email)).toMatchObject({ sub: other.sub })
  })

  it('is refused as well when it was free as it was entered', async () => {
    const email = newAddress()
    const page = await open(await linkAfter(email))
    await idp.addUser({ email })
    expect(said(await confirm(page))).toEqual([200, 'Another account already uses this email address · Portico'])
    expect(await known()).toEqual(unchanged(email))
  })

  it('is not revealed to the one who enters it: the page is that of any other', async () => {
    const { email } = await idp.addUser()
    expect(flashOn(await enter(email)).replace(email, '')).toBe(
      flashOn(await enter('x@example.net')).replace('x@example.net', ''),
    )
  })

  it('of two accounts that confirm it concurrently goes to one', async () => {
    const [email, one] = [newAddress(), user]
    const pages = [await open(await linkAfter(email))]
    user = await idp.addUser()
    portal = visitor(idp, user)
    pages.push(await open(await linkAfter(email)))
    await Promise.all(pages.map(confirm))
    const both = await Promise.all([one, user].map((who) => signsIn(email, who)))
    expect(both.filter(Boolean)).toHaveLength(1)
  })
})

describe('emails to prove addresses', () => {
  it('are five in an hour for one user, whatever addresses are entered; the sixth change sends none and promises none', async () => {
    for (let times = 0; times < 5; times += 1) await linkAfter(newAddress())
    const sixth = newAddress()
    const page = await enter(sixth)
    expect(await queued('address')).toBe(5)
    expect(flashOn(page)).not.toContain('We sent a link')
    const again = await portal.press(await portal.open('/profile'), { to: '/profile/prove' })
    expect(flashOn(again)).toBe('We’ve already sent several links. Try again in an hour.')
    expect(await queued('address')).toBe(5)

    idp.clock.forward(HOUR + 1)
    await portal.press(await portal.open('/profile'), { to: '/profile/prove' })
    await confirm(await open(await linkTo(sixth)))
    expect(await known()).toMatchObject({ email: sixth, verified: true })
  })

  it('do not keep another user from theirs', async () => {
    for (let times = 0; times < 5; times += 1) await linkAfter(newAddress())
    user = await idp.addUser()
    portal = visitor(idp, user)
    await linkAfter(newAddress())
    expect(await queued('address')).toBe(1)
  })
})
