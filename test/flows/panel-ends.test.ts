/** End dates in the panel: of an account, of a role, and of a role in the access rule of an app. */

import type { Page } from '../support/browser.ts'
import { CONF } from '../support/fixtures.ts'
import { flashOn, textIn } from '../support/panel-visitor.ts'
import { readyUser } from '../support/ready-user.ts'
import { registerTrusted } from '../support/registered-client.ts'
import { runningPanel } from '../support/running.ts'

const { idp, admin } = await runningPanel({ clients: [CONF] })
const wordsOf = async (path: string): Promise<string> => textIn((await admin.open(path)).answer.text)

it('an account gets an end date, shows it, and loses it', async () => {
  const { sub } = await readyUser(idp, 'tina', { name: 'Tina' }, 'a password of their own')
  const path = `/users/${sub}/end`
  await admin.send(await admin.open(path), path, { until: '2099-01-31' })
  expect((await idp.portico.accounts?.account(sub))?.until).toBe('2099-01-31')
  expect(await wordsOf(`/users/${sub}`)).toContain('Jan 31, 2099')
  await admin.send(await admin.open(path), path, { act: 'end' })
  expect((await idp.portico.accounts?.account(sub))?.until).toBeUndefined()
  await admin.send(await admin.open(path), path, { until: '2020-01-31' })
  for (const page of [`/users/${sub}`, '/users']) expect(await wordsOf(page)).toContain('Ended')
  expect(await wordsOf(`/users/${sub}`)).toContain('The account ended on')
})

it('an account ends at a time, in UTC; text that is no time is shown again', async () => {
  const { sub } = await readyUser(idp, 'theo', { name: 'Theo' }, 'a password of their own')
  const path = `/users/${sub}/end`
  await admin.send(await admin.open(path), path, { until: '2099-01-31', time: '18:30' })
  expect((await idp.portico.accounts?.account(sub))?.until).toBe('2099-01-31T18:30Z')
  expect(await wordsOf(`/users/${sub}`)).toContain('Jan 31, 2099, 18:30:00 UTC')
  const { text } = (await admin.open(path)).answer
  expect(text).toMatch(/value="2099-01-31"/)
  expect(text).toMatch(/value="18:30"/)
  const wrong = (await admin.send(await admin.open(path), path, { until: '2099-01-31', time: '25:00' })) as Page
  expect([wrong.answer.status, wrong.answer.text.includes('value="2099-01-31T25:00Z"')]).toEqual([422, true])
  expect((await idp.portico.accounts?.account(sub))?.until).toBe('2099-01-31T18:30Z')
  // As the file and the command line write it.
  await idp.portico.accounts?.change(sub, (account) => ({ ...account, until: '2099-01-31T18:30:15+02:00' }))
  expect((await admin.open(path)).answer.text).toMatch(/value="16:30:15"/)
})

it('an end date that offboards is removed only with the offboarding', async () => {
  const { sub } = await readyUser(idp, 'otto', { name: 'Otto' }, 'a password of their own')
  const path = `/users/${sub}/end`
  const before = await admin.open(path)
  await admin.send(await admin.open(`/users/${sub}/offboard`), '/offboard', { at: '2099-01-31T18:00' })
  // The form was opened before the offboarding was planned.
  const refused = await admin.send(before, path, { act: 'end' })
  expect(flashOn(refused)).toBe('Nothing was changed, because an offboarding is planned for the end date.')
  expect(await idp.portico.accounts?.account(sub)).toMatchObject({ until: '2099-01-31T18:00Z', offboardedBy: {} })
  const page = await admin.open(path)
  expect(textIn(page.answer.text)).toMatch(/Will be offboarded on .* Remove the end date to cancel/)
  await admin.send(page, path, { act: 'cancel' })
  const account = await idp.portico.accounts?.account(sub)
  expect([account?.until, account?.offboardedBy]).toEqual([undefined, undefined])
})

it('a role is given until a day, or a time', async () => {
  const { sub } = await readyUser(idp, 'rob', { name: 'Rob' }, 'a password of their own')
  const path = `/users/${sub}/roles`
  await admin.send(await admin.open(path), path, { action: 'give', role: 'desk', until: '2099-01-31' })
  expect((await idp.portico.accounts?.account(sub))?.roleEnds).toEqual({ desk: '2099-01-31' })
  expect(await wordsOf(path)).toContain('Ends Jan 31, 2099')
  await admin.send(await admin.open(path), path, { action: 'give', role: 'desk', until: '2099-01-31', time: '07:00' })
  expect((await idp.portico.accounts?.account(sub))?.roleEnds).toEqual({ desk: '2099-01-31T07:00Z' })
  await admin.send(await admin.open(path), path, { action: 'give', role: 'desk', until: '' })
  expect((await idp.portico.accounts?.account(sub))?.roleEnds).toBeUndefined()
})

it('a role of an access rule is typed with its last day', async () => {
  const { client_id: id } = await registerTrusted(idp, 'desk-app')
  const path = `/clients/${id}/scopes`
  const typed = 'desk 2099-01-31\nboard'
  await admin.send(await admin.open(path), path, { access: 'roles', access_roles: typed, lost: 'known' })
  const access = (await idp.portico.clients.find(id))?.access
  expect(access).toEqual({ roles: ['desk', 'board'], until: { desk: '2099-01-31' } })
  expect((await admin.open(path)).answer.text).toContain(typed)
  await admin.send(await admin.open(path), path, { access: 'roles', access_roles: 'desk 2099-02-31', lost: 'known' })
  expect((await idp.portico.clients.find(id))?.access).toEqual(access)
})

it('a role of an access rule that has ended is not shown as one that opens the app', async () => {
  const { client_id: id } = await registerTrusted(idp, 'ended-app')
  const path = `/clients/${id}/scopes`
  await admin.send(await admin.open(path), path, {
    access: 'roles',
    access_roles: 'past 2020-01-31\nboard',
    lost: 'known',
  })
  await readyUser(idp, 'pia', { roles: ['past'] }, 'a password of their own')
  expect((await idp.portico.clients.find(id))?.access?.roles).toEqual(['past', 'board'])
  expect(await wordsOf('/roles')).toMatch(/past\d user/)
  expect(await wordsOf('/roles')).not.toMatch(/past\d userended-app/)
  expect(await wordsOf(`/clients/${id}/review`)).toMatch(/one of these roles[^.]*board/)
  expect(await wordsOf(`/clients/${id}/review`)).not.toMatch(/one of these roles[^.]*past/)
})
