/** A double click on the set-up of a second factor in a sign-in, without scripts, does not lose the recovery codes. */

import { codeOf } from '../support/authenticator-app.ts'
import type { Page } from '../support/browser.ts'
import { TRUSTED } from '../support/fixtures.ts'
import { runningIdp } from '../support/idp.ts'
import { headingOf, pageOf } from './portal-visitor.ts'
import { codesOn, fieldOf, newPerson } from './second-factor-visitor.ts'

const idp = await runningIdp({ clients: [TRUSTED], login: { secondFactor: { require: 'everybody' } } })

it.each(['at the same time', 'one after the other'])('two submissions %s show the same codes', async (when) => {
  const { username, password } = await newPerson(idp)
  const { browser, open } = idp.user()
  const page = pageOf(await browser.submit(pageOf(await open(idp.party(TRUSTED))), { username, password }))
  const code = codeOf(fieldOf(page, 'secret'), idp.clock.now())
  const sent = () => browser.submit(page, { code }).then(pageOf)
  const first = sent()
  if (when !== 'at the same time') await first
  const pages: readonly Page[] = await Promise.all([first, sent()])
  expect(pages.map(headingOf)).toEqual(['Two-step verification is on', 'Two-step verification is on'])
  expect(codesOn(pages[0] as Page)).toHaveLength(10)
  expect(codesOn(pages[1] as Page)).toEqual(codesOn(pages[0] as Page))
})
