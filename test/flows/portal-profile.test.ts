/** The profile page: what the directory lets users change, and what it does not. */
import type { ProfileChange, User, UserDirectory } from '../../lib/index.ts'
import { onEachDeployment } from '../support/deployments.ts'
import { ALICE } from '../support/fixtures.ts'
import { type Idp, runningIdp } from '../support/idp.ts'
import { flashOn, issuesOn } from '../support/panel-visitor.ts'
import { type ReadyUser, readyUser } from '../support/ready-user.ts'
import { audited, editDetails, formOf, headingOf, visitor } from './portal-visitor.ts'

const added = (idp: Idp, username: string): Promise<ReadyUser> =>
  readyUser(idp, username, { name: 'Carol', email: 'carol@example.com', email_verified: true })

onEachDeployment((idp) => {
  it('changes the edited fields, notifies the user, and keeps before and after in the trail', async () => {
    const carol = await added(idp, 'carol')
    const portal = visitor(idp, carol)
    const saved = await editDetails(portal, { name: 'Carol Ng', given_name: 'Carol', zoneinfo: 'Asia/Singapore' })
    expect(flashOn(saved)).toBe('Your details were saved.')
    expect((await idp.portico.accounts?.account(carol.sub))?.person).toMatchObject({
      name: 'Carol Ng',
      given_name: 'Carol',
      zoneinfo: 'Asia/Singapore',
      email: 'carol@example.com',
      email_verified: true,
    })
    expect(await audited(idp, 'account.changed', carol.sub)).toMatchObject({
      actor: carol.sub,
      changes: { name: ['Carol', 'Carol Ng'], given_name: [null, 'Carol'], zoneinfo: [null, 'Asia/Singapore'] },
    })
    expect(flashOn(await editDetails(portal, { given_name: '' }))).toBe('Your details were saved.')
    expect((await idp.portico.accounts?.account(carol.sub))?.person).not.toHaveProperty('given_name')
    expect(flashOn(await editDetails(portal))).toBe('No changes to save.')
  })

  it('asks again for what cannot stand there (422), and keeps what was typed', async () => {
    const erin = await added(idp, 'erin')
    const portal = visitor(idp, erin)
    const again = await editDetails(portal, { name: 'Erin Q', email: 'nowhere', zoneinfo: 'Atlantis' })
    expect(again.answer.status).toBe(422)
    expect(issuesOn(again)).toEqual(['Enter an email address like name@company.com', 'Choose a time zone'])
    expect(formOf(again, { to: '/profile' }).fields.name).toBe('Erin Q')
    // In the summary an issue has no field next to it, so it names its field.
    const fields = { name: 'x'.repeat(2000), email: 'e@example.com', zoneinfo: '' }
    expect(issuesOn(await portal.press(again, { to: '/profile' }, fields))).toEqual(['Name is too long'])
    expect((await idp.portico.accounts?.account(erin.sub))?.person.name).toBe('Carol')
  })

  it('is only facts for an account of the configuration, and takes no form of it', async () => {
    const portal = visitor(idp, ALICE)
    const page = await portal.open('/profile')
    expect(page.answer.text).toContain('Managed by')
    expect(page.answer.text).not.toContain('/profile/edit')
    const { csrf = '' } = formOf(page, { to: '/sign-out' }).fields
    const answer = await portal.browser.go('/portal/profile', {
      body: { csrf, name: 'Mallory' },
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect(answer.status).toBe(303)
    expect((await idp.portico.accounts?.account(ALICE.sub))?.person.name).toBe(ALICE.name)
  })

  it('speaks the language that was chosen there, from then on', async () => {
    const portal = visitor(idp, await added(idp, 'fay'))
    expect((await editDetails(portal, { locale: 'ar' })).answer.text).toContain('<html lang="ar" dir="rtl">')
    expect((await portal.open('/')).answer.text).toContain('<html lang="ar" dir="rtl">')
  })

  it('takes changes at the same moment: none is lost', async () => {
    const gus = await added(idp, 'gus')
    const all = { name: 'Gus G', family_name: 'Gold', locale: 'en', zoneinfo: 'UTC' }
    await Promise.all(
      Object.entries(all).map(([name, value]) =>
        idp.portico.accounts?.updateProfile?.({ sub: gus.sub, changes: { [name]: value } }),
      ),
    )
    expect((await idp.portico.accounts?.account(gus.sub))?.person).toMatchObject(all)
  })
})

describe("a host's directory", () => {
  const mia: User = { sub: 'e-1', name: 'Mia', email: 'mia@lantern.example', email_verified: true }
  const directory = (more: Partial<UserDirectory>): UserDirectory => ({
    find: (sub) => (sub === mia.sub ? mia : undefined),
    authenticate: () => mia,
    ...more,
  })
  async function open(more: Partial<UserDirectory>) {
    const idp = await runningIdp({ accounts: directory(more), theme: { productName: 'Lantern' } })
    return { idp, portal: visitor(idp, { username: 'mia', password: 'anything' }) }
  }
  /** A directory that stores changes. */
  async function recordingDirectory(more: Partial<UserDirectory> = {}) {
    const received: ProfileChange[] = []
    const updateProfile = (change: ProfileChange) => {
      received.push(change)
      return 'updated' as const
    }
    return { received, ...(await open({ updateProfile, ...more })) }
  }

  it('that changes nothing names who does', async () => {
    const { portal } = await open({})
    const page = await portal.open('/profile')
    expect(page.answer.text).toContain('Managed by \u2068Lantern\u2069.')
    expect(page.answer.text).not.toContain('/profile/edit')
    expect((await portal.look('/profile/edit')).answer.status).toBe(404)
  })

  it('receives what was changed and nothing else', async () => {
    const { received, portal } = await recordingDirectory()
    await editDetails(portal, { name: 'Mia K', email: '' })
    expect(received).toEqual([{ sub: 'e-1', changes: { name: 'Mia K', email: null } }])
  })

  it('shows which fields can be changed; the others are facts, and are not accepted', async () => {
    const { received, portal } = await recordingDirectory({ profileFields: () => ['locale', 'zoneinfo'] })
    expect((await portal.open('/profile')).answer.text).toContain('mia@lantern.example')
    const page = await portal.open('/profile/edit')
    expect(Object.keys(formOf(page, { to: '/profile' }).fields)).toEqual(['csrf'])
    await portal.press(page, { to: '/profile' }, { name: 'Mallory', zoneinfo: 'Europe/Zurich' })
    expect(received).toEqual([{ sub: 'e-1', changes: { zoneinfo: 'Europe/Zurich' } }])
  })

  it.each([
    ['email-taken', 422, 'This email address is already in use'],
    ['refused', 200, 'These details can’t be changed here'],
    ['missing', 200, 'These details can’t be changed here'],
  ] as const)('that returns %s changes nothing, and the page reports it', async (outcome, status, words) => {
    const { portal } = await open({ updateProfile: () => outcome })
    const page = await editDetails(portal, { email: 'other@example.com' })
    expect([page.answer.status, headingOf(page)]).toEqual([status, status === 422 ? 'Edit your details' : 'Profile'])
    expect(page.answer.text).toContain(words)
  })

  it('that fails is an error of the service (503), and nothing is shown as done', async () => {
    const { idp, portal } = await open({
      updateProfile: () => {
        throw new Error('the database is away')
      },
    })
    expect((await editDetails(portal, { name: 'Mia K' })).answer.status).toBe(503)
    expect((await idp.portico.audit.list({ user: mia.sub, group: 'account' }, undefined, 10)).entries).toEqual([])
  })
})
