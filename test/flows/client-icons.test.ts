/** Icons of apps: where they come from, which files are refused, and where users see them. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../../lib/config/issues/config-error.ts'
import { openBrowser } from '../support/browser.ts'
import { confidential } from '../support/fixtures.ts'
import { HOSTILE_PICTURES } from '../support/hostile-pictures.ts'
import { startIdp } from '../support/idp.ts'
import { newFolder } from '../support/new-folder.ts'
import { pngOf, SMALL_SVG } from '../support/pictures.ts'
import { registerTrusted } from '../support/registered-client.ts'
import { relyingParty } from '../support/relying-party.ts'
import { runningPanel } from '../support/running.ts'
import { upload } from '../support/uploads.ts'
import { pageOf, visitor } from './portal-visitor.ts'

const assets = newFolder()
writeFileSync(join(assets, 'crm.png'), pngOf(9, 9))
const dataUrl = `data:image/svg+xml;base64,${Buffer.from(SMALL_SVG).toString('base64')}`
const CONFIGURED = [
  confidential('by-data', { icon: dataUrl }),
  confidential('by-file', { icon: 'crm.png' }),
  confidential('by-app', { icon: 'gitlab' }),
  confidential('without'),
] as const

const { idp, admin } = await runningPanel({ clients: [...CONFIGURED], theme: { productName: 'P', assets } })

/** URL of the picture that stands for the app on a page. */
const iconOn = (html: string): string | undefined => /<img class="sso-tile [^>]*src="([^"]+)"/.exec(html)?.[1]
const settings = '/clients/billing/settings'
const save = async (fields: Readonly<Record<string, string>>, file?: Uint8Array) =>
  pageOf(
    await upload(admin, await admin.open(settings), settings, fields, file === undefined ? {} : { icon_file: file }),
  )
const billing = async () => (await idp.portico.clients.find('billing')) as { readonly icon?: string }
const page = {
  redirect_uris: 'https://billing.example.com/cb',
  post_logout_redirect_uris: '',
  backend_addresses: '',
  listed: 'on',
}

beforeAll(async () => {
  await registerTrusted(idp, 'billing', { environment: 'live', redirectUris: [page.redirect_uris] })
})

it.each([
  [0, 'image/svg+xml'],
  [1, 'image/png'],
  [2, 'image/svg+xml'],
  [3, undefined],
] as const)('a configured client has the icon that its settings name: %s', async (index, type) => {
  const party = relyingParty(idp, CONFIGURED[index])
  const icon = iconOn((await openBrowser(idp).visit(party.request().address)).answer.text)
  if (type === undefined) return expect(icon).toBeUndefined()
  const { status, headers } = await idp.send(icon ?? '')
  expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([200, type, 'nosniff'])
  expect(headers['content-security-policy']).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox")
})

it.each(['crm.jpg', 'no-such-app', 'data:image/png;base64,AAAA'])('%s as an icon ends the start', async (icon) => {
  const started = startIdp({
    options: { clients: [confidential('wrong', { icon })], theme: { productName: 'P', assets } },
  })
  await expect(started).rejects.toThrow(ConfigError)
  await expect(started).rejects.toThrow(/clients\[0\]\.icon/)
})

it('an uploaded icon is on sign-in, in the panel, and in the portal until it is removed', async () => {
  await save(page, Buffer.from(SMALL_SVG))
  const { icon = '' } = await billing()
  expect(icon).toMatch(/^[\da-f]{32}\.svg$/)
  const [entry] = (await idp.portico.audit.list({ client: 'billing' }, undefined, 5)).entries
  expect(entry).toMatchObject({ event: 'client.changed', changes: { icon: [null, icon] } })
  for (const path of ['/clients?q=billing', '/clients/billing/overview', '/search?q=billin'])
    expect(iconOn((await admin.open(path)).answer.text)).toContain(icon)
  // An edit without a file keeps it.
  await save({ ...page, name: 'Billing Two' })
  expect((await billing()).icon).toBe(icon)
  expect((await idp.send(iconOn((await admin.open(settings)).answer.text) ?? '')).text).toBe(SMALL_SVG)
  await save({ ...page, icon_remove: 'on' })
  expect(await billing()).not.toHaveProperty('icon')
  expect(iconOn((await admin.open(settings)).answer.text)).toBeUndefined()
})

it.each([...HOSTILE_PICTURES, ['a file of more than 8 KB', pngOf(9, 9, Buffer.alloc(9_000))] as const])(
  'refuses %s with the reason, and changes nothing',
  async (_name, file) => {
    const before = await billing()
    const refused = await save({ ...page, name: 'Changed' }, file)
    expect(refused.answer.status).toBe(422)
    expect(refused.answer.text).toContain('Icon must be a PNG, JPEG, or SVG of 8 KB or less')
    expect(refused.answer.text).toContain('value="Changed"')
    expect(await billing()).toEqual(before)
  },
)

it('a form with a refused icon keeps its version: saving it next shows what another administrator changed meanwhile', async () => {
  const stale = await admin.open(settings)
  await save({ ...page, owner_email: 'new-owner@example.com' })
  const refused = pageOf(await upload(admin, stale, settings, page, { icon_file: Buffer.from('no picture') }))
  const again = pageOf(await upload(admin, refused, settings, { ...page, name: 'Mine' }))
  expect([refused.answer.status, again.answer.status]).toEqual([422, 409])
  expect(again.answer.text).toContain('new-owner@example.com')
  expect(await billing()).toMatchObject({ ownerEmail: 'new-owner@example.com' })
})

it('the icon is in the list of devices, and on both pages of a sign-out', async () => {
  const who = idp.user()
  await who.signIn(idp.party(CONFIGURED[1]))
  const iconsOn = (html: string) => html.split('sso-tile-icon').length - 1
  expect(iconsOn((await visitor(idp).open('/devices')).answer.text)).toBe(1)
  const asked = pageOf(await who.browser.visit('/connect/logout'))
  expect(iconsOn(asked.answer.text)).toBe(1)
  expect(iconsOn(pageOf(await who.browser.submit(asked, { action: 'confirm' })).answer.text)).toBe(1)
})

it('a name that no picture has is refused', async () => {
  expect((await save({ ...page, icon: 'https://evil.example/p.png' })).answer.status).toBe(422)
})

it('a known app brings its icon', async () => {
  const form = pageOf(await admin.open('/clients/new?app=gitlab&url=https%3A%2F%2Fgit.example.com'))
  await admin.send(form, '/admin/clients', {
    owner_email: 'owner@example.com',
    redirect_uris: 'https://git.example.com/users/auth/openid_connect/callback',
  })
  expect(await idp.portico.clients.find('gitlab')).toMatchObject({ icon: expect.stringMatching(/\.svg$/) })
})
