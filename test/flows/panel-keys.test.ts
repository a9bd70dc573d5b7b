/** The signing keys in the panel: what each does now, and what is to come. */
import { enterPanel, PANEL_ACCOUNTS, textIn } from '../support/panel-visitor.ts'
import { runningPanel } from '../support/running.ts'

const { idp, admin } = await runningPanel({ accounts: PANEL_ACCOUNTS, clients: [], keys: { rotateAfterDays: 30 } })

const dayIn = (days: number): string =>
  new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    idp.clock.now() + days * 86_400_000,
  )

it('the current key signs until the rotation that the settings plan, and the next one from then on', async () => {
  const { answer } = await admin.open('/keys')
  const text = textIn(answer.text)
  expect(text).toContain(`Signs until ${dayIn(30)}`)
  expect(text).toContain(`Signs from ${dayIn(30)}`)
  // Next and current, each as a bar and as a row; what is planned is said to be.
  expect([...answer.text.matchAll(/<svg class="sso-bar"/g)]).toHaveLength(2)
  expect([...answer.text.matchAll(/<th scope="row"/g)]).toHaveLength(2)
  expect(text).toContain('(planned)')
})

it('after a rotation the page shows when the last token of the former key has ended', async () => {
  // Long enough for the next key to have been published.
  idp.clock.forward(700)
  const again = await enterPanel(idp)
  const after = await again.send(await again.open('/keys/rotate'), '/keys/rotate')
  const text = textIn(after.answer.text)
  expect(text).toMatch(/Previous.*Tokens until \w/s)
  expect(text).toContain(`Signs until ${dayIn(30)}`)
  expect([...after.answer.text.matchAll(/<svg class="sso-bar"/g)]).toHaveLength(3)
})
