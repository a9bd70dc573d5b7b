/** Emails that are not sent: the overview, Health, the metrics and the user's page report it, until one is sent. */
import type { Delivery } from '../../lib/index.ts'
import { FROM, startEmailIdp } from '../support/emails.ts'
import { ACCOUNTS, ALICE } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import type { Idp } from '../support/idp.ts'
import { enterPanel, PANEL_ACCOUNTS, type PanelVisitor, textIn } from '../support/panel-visitor.ts'
import { runningPanel } from '../support/running.ts'
import { samplesOf } from '../support/samples.ts'
import { until } from '../support/until.ts'
import { lineOf, rowsOn } from './portal-visitor.ts'

const token = 'a-token-for-the-collector-of-measurements'
const wordsOn = async (admin: PanelVisitor, path: string): Promise<string> =>
  lineOf((await admin.open(path)).answer.text)
const emailTo = async (idp: Idp, sub: string): Promise<Delivery | undefined> =>
  (await idp.portico.storage.deliveries.list(undefined, 100)).find(
    ({ channel, subject }) => channel === 'mail' && subject === sub,
  )
/** Waits until this many attempts have been made. Each retry is made as soon as the clock allows it. */
async function tried(idp: Idp, sub: string, tries: number): Promise<void> {
  for (let count = 1; count <= tries; count += 1) {
    await until(async () => {
      const email = await emailTo(idp, sub)
      return email?.state === 'due' && email.tries >= count
    })
    if (count < tries) idp.clock.forward(60 * count * count)
  }
}

const unavailable = { url: `smtp://127.0.0.1:${await freePort()}`, from: FROM }
const { idp, admin } = await runningPanel({ mail: unavailable, metrics: { token } })

describe('an unavailable mail server', () => {
  const outage = async (): Promise<number | undefined> => {
    const { text } = await idp.send('/metrics', { headers: { authorization: `Bearer ${token}` } })
    return samplesOf(text).get('portico_email_outage_seconds')
  }
  let dora = ''
  beforeAll(async () => {
    expect(await wordsOn(admin, '/health')).toMatch(/Email None sent yet/)
    const form = await admin.open('/users/new')
    await admin.send(form, '/admin/users', { username: 'dora', email: 'dora@example.com', how: 'invite' })
    dora = (await idp.portico.accounts?.accountByUsername('dora'))?.sub ?? ''
    await tried(idp, dora, 1)
  })

  it('is on the user’s page from the first attempt, with a link to the user’s emails', async () => {
    const page = await admin.open(`/users/${dora}`)
    expect(textIn(page.answer.text)).toContain('The invitation hasn’t been sent yet: connection refused.')
    expect(page.answer.text).toContain(`href="/admin/emails?user=${dora}"`)
    expect(await wordsOn(admin, '/')).not.toContain('Emails aren’t being sent.')
    expect(await outage()).toBe(0)
  })

  it('is an incident after three attempts, on the overview and in Health, and measured', async () => {
    await tried(idp, dora, 3)
    const incident = /First failed attempt: .*\. Last response: connection refused \(1 waiting\)\./
    expect(await wordsOn(admin, '/')).toMatch(new RegExp(`Emails aren’t being sent\\. ${incident.source}`))
    expect(await wordsOn(admin, '/health')).toMatch(new RegExp(`Email Not being sent ${incident.source}`))
    expect(await outage()).toBeGreaterThan(60)
  })

  it('the list of emails is limited to one user, and its filters keep the user', async () => {
    const page = await admin.open(`/emails?user=${dora}`)
    expect(textIn(page.answer.text)).toContain('Emails to dora')
    expect(rowsOn(page)).toEqual([expect.stringMatching(/^Invitation .*dora .*connection refused/)])
    expect(page.answer.text).toContain(`/admin/emails?user=${dora}&amp;state=waiting`)
    expect(await wordsOn(admin, `/emails?user=${ALICE.sub}`)).toContain('No emails match this filter')
  })
})

const deferring = await startEmailIdp({ accounts: [...ACCOUNTS, ...PANEL_ACCOUNTS] })
const other = await enterPanel(deferring)

describe('a mail server that defers emails', () => {
  const invited = async (tries: number): Promise<string> => {
    const { sub } = await deferring.addUser()
    await deferring.portico.accounts?.change(sub, ({ passwordHash: _, ...account }) => account)
    await deferring.invite(sub)
    await tried(deferring, sub, tries)
    return sub
  }

  it('is no incident while it can be the mailbox of one user; is one with a second user; ends with the next email', async () => {
    deferring.mail.behave('defer')
    await invited(4)
    expect(await wordsOn(other, '/')).not.toContain('Emails aren’t being sent.')
    const sub = await invited(1)
    expect(await wordsOn(other, '/')).toContain('451 4.3.0 not now (2 waiting)')
    deferring.mail.behave('accept')
    deferring.clock.forward(60)
    await until(async () => (await emailTo(deferring, sub))?.state === 'delivered')
    expect(await wordsOn(other, '/')).not.toContain('Emails aren’t being sent.')
    expect(await wordsOn(other, '/health')).toMatch(/Email Sent /)
    expect(await wordsOn(other, `/users/${sub}`)).not.toContain('hasn’t been sent')
  })
})
