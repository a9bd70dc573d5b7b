/** The page *Appearance*: draft, preview, publication on every node, uploads, and what it refuses. */
import { join } from 'node:path'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { changeDocument } from '../../lib/domain/documents.ts'
import { APPEARANCES, type StoredAppearance } from '../../lib/domain/management/appearances.ts'
import { porticoProcess } from '../cli/portico.ts'
import { openBrowser, type Page, unescape } from '../support/browser.ts'
import { countedStorage, readsOf } from '../support/counted-storage.ts'
import { CONF, ROOT_SECRET, TRUSTED } from '../support/fixtures.ts'
import { HOSTILE_PICTURES } from '../support/hostile-pictures.ts'
import { type Idp, startIdp, type VisitedNode } from '../support/idp.ts'
import { newFolder } from '../support/new-folder.ts'
import { enterPanel, PANEL_ACCOUNTS, type PanelVisitor, registerInPanel, VIEWER } from '../support/panel-visitor.ts'
import { patientRedis, patientVariables } from '../support/patient-redis.ts'
import { pngOf, SMALL_SVG } from '../support/pictures.ts'
import { startRedis } from '../support/redis-server.ts'
import { relyingParty } from '../support/relying-party.ts'
import { upload } from '../support/uploads.ts'

const redis = await startRedis()

let idp: Idp
let admin: PanelVisitor
beforeEach(async () => {
  idp = await startIdp({
    options: { accounts: [...PANEL_ACCOUNTS], clients: [CONF, TRUSTED], theme: { radius: '0.25rem' } },
  })
  admin = await enterPanel(idp)
})
afterEach(() => idp.stop())

/** Presses a button of the form, with files. */
async function sent(
  act: string,
  fields: Readonly<Record<string, string>>,
  files: Readonly<Record<string, Uint8Array>> = {},
  app = '',
): Promise<Page> {
  const page = await admin.open(`/appearance?app=${app}`)
  const forms = page.forms
    .filter(({ method }) => method.toLowerCase() === 'post')
    .map((form) => (form.action.endsWith('/appearance') ? { ...form, action: `${form.action}/${act}` } : form))
    .map((form) => ({ ...form, action: form.action.replace(/\/(?:preview|restore|discard)$/, '') }))
  const path = act === 'publish' ? '/appearance/publish' : '/admin/appearance'
  const [, css = ''] = /<textarea [^>]*name="css"[^>]*>([^<]*)/.exec(page.answer.text) ?? []
  const stop = await upload(admin, { ...page, forms }, path, { act, css: unescape(css), ...fields }, files)
  if (stop.at !== 'page') throw new Error('not in the panel')
  return stop
}

async function signInPage(node: Pick<VisitedNode, 'issuer' | 'send'>, client = CONF): Promise<string> {
  const stop = await openBrowser(node).visit(relyingParty(node as VisitedNode, client).request().address)
  const [href] = /[^"]*theme\.[\da-f]{16}\.css/.exec(stop.answer.text) ?? []
  return stop.answer.text + (href === undefined ? '' : (await node.send(href)).text)
}

it('a draft is seen in the preview only; published, it is in force on every node after a second', async () => {
  const other = await idp.anotherNode()
  await sent('preview', { accent: '#7a2e8e', layout: 'split' }, { logo: Buffer.from(SMALL_SVG) })
  expect(await signInPage(idp)).not.toContain('#7a2e8e')
  const page = await admin.open('/appearance')
  expect(page.answer.text).toContain('This draft is not published.')
  for (const sample of ['signIn', 'consent', 'error', 'email', 'portal'])
    for (const scheme of ['light', 'dark']) {
      const path = `/admin/appearance/preview?sample=${sample}&scheme=${scheme}&language=de`
      const { text, status, headers } = await admin.browser.go(path)
      expect([status, text.includes('lang="de"')]).toEqual([200, true])
      expect(headers['content-security-policy']).toMatch(/frame-ancestors 'self'; sandbox$/)
      expect(headers['x-frame-options']).toBe('SAMEORIGIN')
      expect(text).not.toMatch(/<script type="module" src="https?:/)
    }
  expect(await signInPage(other)).not.toContain('#7a2e8e')
  const done = await sent('publish', { accent: '#7a2e8e' })
  expect(done.answer.text).toContain('The appearance is published.')
  idp.clock.forward(1)
  for (const node of [idp, other]) {
    const html = await signInPage(node)
    expect(html).toContain('--sso-accent: #7a2e8e')
    const [, logo = ''] = /<img class="sso-logo" src="([^"]+)"/.exec(html) ?? []
    expect(await other.send(logo)).toMatchObject({ status: 200, text: SMALL_SVG })
  }
  const activity = await admin.open('/activity')
  expect(activity.answer.text).toContain('Appearance published')
})

it('an app has its own appearance above that of all, and loses it by the previous version', async () => {
  await sent('publish', { accent: '#7a2e8e' })
  await sent('publish', { accent: '#0b6e4f' }, {}, 'conf')
  idp.clock.forward(1)
  expect(await signInPage(idp)).toContain('--sso-accent: #0b6e4f')
  expect(await signInPage(idp, TRUSTED)).toContain('--sso-accent: #7a2e8e')
  await sent('restore', {}, {}, 'conf')
  const page = await admin.open('/appearance?app=conf')
  expect(page.answer.text).toContain('value="#7a2e8e"')
  await sent('discard', {}, {}, 'conf')
  expect((await admin.open('/appearance?app=conf')).answer.text).toContain('value="#0b6e4f"')
  expect((await admin.browser.go('/admin/appearance?app=none')).status).toBe(404)
})

it('a publication that is sent twice leaves the version before it', async () => {
  await sent('publish', { accent: '#7a2e8e' })
  for (const _time of [1, 2]) await sent('publish', { accent: '#0b6e4f' })
  await sent('restore', {})
  expect((await admin.open('/appearance')).answer.text).toContain('value="#7a2e8e"')
})

it('a new client does not have the appearance of a former one with its ID', async () => {
  await registerInPanel(admin, 'again')
  await sent('publish', { accent: '#0b6e4f' }, {}, 'again')
  await admin.send(await admin.open('/clients/again/disable'), '/disable')
  const page = await admin.open('/clients/again/decommission')
  await admin.send(page, '/decommission', { confirm: 'again' })
  expect((await admin.browser.go('/admin/clients/again/overview')).status).toBe(404)
  await registerInPanel(admin, 'again')
  expect((await admin.open('/appearance?app=again')).answer.text).not.toContain('value="#0b6e4f"')
})

const CSS = '/* Ours */\n.sso-card { border-radius: 1.75rem }'

it('CSS is written again on every node; the text stays as it is, an app can leave it out, and the audit log has none', async () => {
  const other = await idp.anotherNode()
  await sent('preview', { css: CSS })
  const preview = await admin.browser.go('/admin/appearance/preview?sample=signIn')
  const [draft = ''] = /[^"]*theme\.[\da-f]{16}\.css/.exec(preview.text) ?? []
  expect((await other.send(draft)).text).toContain('border-radius: 1.75rem')
  expect(await signInPage(idp)).not.toContain('1.75rem')
  expect((await sent('publish', { css: CSS.replace('\n', '\r\n') })).answer.text).toContain(CSS)
  await sent('publish', { accent: '#0b6e4f' }, {}, 'conf')
  idp.clock.forward(1)
  for (const node of [idp, other]) {
    const html = await signInPage(node)
    expect(html).toContain('.sso-card {\n  border-radius: 1.75rem;\n}')
    expect(html).not.toContain('Ours')
  }
  await sent('publish', { css: '' }, {}, 'conf')
  idp.clock.forward(1)
  expect(await signInPage(idp)).not.toContain('1.75rem')
  expect(await signInPage(idp, TRUSTED)).toContain('1.75rem')
  const activity = await admin.open('/activity')
  expect(activity.answer.text).not.toContain('1.75rem')
})

it('CSS that is refused changes nothing, and every place is named', async () => {
  await sent('preview', { css: CSS })
  const page = await sent('publish', { css: '.sso-card {\n  color: red;\n  gap: 9rem;\n}' })
  expect(page.answer.status).toBe(422)
  expect(page.answer.text).toContain('Line 2, column 3: &quot;color&quot; is not in the list.')
  expect(page.answer.text).toContain('Line 3, column 8: &quot;9rem&quot; is not allowed. Allowed: &lt;0…2rem>{1,2}')
  expect(page.answer.text).toContain('color: red;\n  gap: 9rem')
  expect((await sent('publish', { css: '.sso-card {' })).answer.text).toContain('ends before a closing brace')
  expect((await sent('publish', { css: ' x'.repeat(9_000) })).answer.text).toContain('16,384')
  expect((await admin.open('/appearance')).answer.text).toContain(CSS)
})

it('CSS of the configuration is locked; CSS that was changed in the store is left out', async () => {
  const storage = embeddedStorage()
  const published = { accent: '#7a2e8e', css: '.sso-card { display: none }' }
  for (const place of ['all', 'app/conf'])
    await changeDocument<StoredAppearance>(storage.documents, APPEARANCES, place, () => ({ published }))
  const options = {
    accounts: [...PANEL_ACCOUNTS],
    clients: [CONF, TRUSTED],
    storage,
    theme: { css: '.a { color: red }' },
  }
  const locked = await startIdp({ options })
  const html = await signInPage(locked)
  expect(html).toContain('#7a2e8e')
  expect(html).not.toMatch(/display: none }|color: red/)
  admin = await enterPanel(locked)
  expect((await admin.open('/appearance')).answer.text).toContain('Set in the configuration: CSS')
  await sent('publish', { css: CSS })
  locked.clock.forward(1)
  expect(await signInPage(locked, TRUSTED)).toMatch(/color: red[^]*$/)
  expect(await signInPage(locked, TRUSTED)).not.toContain('1.75rem')
})

it('what the configuration sets is locked', async () => {
  expect((await admin.open('/appearance')).answer.text).toContain('Set in the configuration: Corners')
  await sent('publish', { radius: '1rem' })
  idp.clock.forward(1)
  expect(await signInPage(idp)).toContain('--sso-radius: 0.25rem')
})

it('a picture can be replaced and removed, and a file that is refused changes nothing', async () => {
  const logoIn = (page: Page): string | undefined => /picture\.[\da-f]{32}\.\w+/.exec(page.answer.text)?.[0]
  const first = logoIn(await sent('preview', {}, { logo: Buffer.from(SMALL_SVG) }))
  expect(first).toMatch(/svg$/)
  const refused = await sent('preview', { accent: '#7a2e8e' }, { logo: Buffer.from('<svg><script/></svg>') })
  expect([refused.answer.status, logoIn(refused)]).toEqual([422, first])
  expect(refused.answer.text).toContain('The SVG contains &quot;script&quot;')
  expect(refused.answer.text).toContain('value="#7a2e8e"')
  expect(logoIn(await sent('preview', {}, { logo: pngOf(9, 9) }))).toMatch(/png$/)
  expect(logoIn(await sent('preview', { without_logo: 'on' }))).toBeUndefined()
})

it.each(HOSTILE_PICTURES)('%s is refused with a reason', async (_, file) => {
  const page = await sent('publish', {}, { logo: file })
  expect([page.answer.status, /class="sso-field-error" id="logo-error"/.test(page.answer.text)]).toEqual([422, true])
})

it.each([
  [{ accent: '#eeeeee' }, 'The contrast is 1.1'],
  [{ accentDark: '#222222' }, 'The contrast is 1.0'],
])('%j cannot be read and is refused', async (fields, text) => {
  const page = await sent('publish', { derivedDark: '', ...fields })
  expect([page.answer.status, page.answer.text.includes(text)]).toEqual([422, true])
  idp.clock.forward(1)
  expect(await signInPage(idp)).not.toContain(Object.values(fields)[0])
})

it('values that are not offered are ignored', async () => {
  await sent('publish', { accent: 'red;}', layout: 'x', font: '"; } body { display: none', radius: '9px; }' })
  idp.clock.forward(1)
  expect(await signInPage(idp)).not.toMatch(/display: none|red;}|9px/)
})

it('requests for pictures and style sheets do not reach the store each', async () => {
  const { storage, reads } = countedStorage(embeddedStorage())
  const busy = await startIdp({ options: { accounts: [...PANEL_ACCOUNTS], clients: [CONF], storage } })
  admin = await enterPanel(busy)
  await sent('publish', {}, { logo: Buffer.from(SMALL_SVG) })
  busy.clock.forward(1)
  const [, logo = ''] = /<img class="sso-logo" src="([^"]+)"/.exec(await signInPage(busy)) ?? []
  expect((await readsOf(reads, () => busy.send(logo))).calls).toBe(0)
  const unknown = logo.replace(/[^/]*$/, `theme.${'0'.repeat(16)}.css`)
  const all = () => Promise.all(Array.from({ length: 50 }, () => busy.send(unknown)))
  expect((await all()).every(({ status }) => status === 404)).toBe(true)
  expect((await readsOf(reads, all)).calls).toBeLessThanOrEqual(2)
  // Of names that no picture has, ten are read in 100 ms.
  let windows = 0
  const counting = setInterval(() => {
    windows += 1
  }, 100)
  const names = Array.from({ length: 30 }, (_, at) => `picture.${String(at).padStart(32, '0')}.png`)
  const answers = await Promise.all(names.map((name) => busy.send(logo.replace(/[^/]*$/, name))))
  expect(answers.every(({ status }) => status === 404)).toBe(true)
  clearInterval(counting)
  expect(windows).toBeGreaterThanOrEqual(2)
  await busy.stop()
})

it('only administrators open it, and publishing needs a recent sign-in', async () => {
  const viewer = await enterPanel(idp, VIEWER)
  for (const path of ['/admin/appearance', '/admin/appearance/preview'])
    expect((await viewer.browser.go(path)).status).toBe(403)
  expect((await viewer.open('/')).answer.text).not.toContain('/admin/appearance')
  idp.clock.forward(11 * 60)
  const page = await sent('publish', { accent: '#7a2e8e' })
  expect(page.answer.status).toBe(403)
})

it.each(['file', 'Redis'])('survives a backup, and its restore into a store in %s', async (kind) => {
  const folder = newFolder()
  const at = (name: string): string => join(folder, name)
  const from = { PORTICO_DATA: at('from') }
  const to = kind === 'file' ? { PORTICO_DATA: at('to') } : patientVariables(redis.url)
  const storeIn = (name: string) => embeddedStorage({ file: join(at(name), 'portico.sqlite') })
  const options = { accounts: [...PANEL_ACCOUNTS], clients: [CONF] }
  const first = await startIdp({ options: { ...options, storage: storeIn('from') } })
  admin = await enterPanel(first)
  await sent('publish', { accent: '#7a2e8e', css: CSS }, { logo: Buffer.from(SMALL_SVG) })
  await first.stop()
  const env = {
    BASE_URL: first.issuer,
    PORTICO_SECRET: ROOT_SECRET,
    PORTICO_BACKUP_SECRET: 'four words, or a few more',
  }
  await porticoProcess(['backup', at('backup')], { ...env, ...from })
  const restored = await porticoProcess(['restore', at('backup')], { ...env, ...to })
  expect([restored.code, restored.err]).toEqual([0, expect.any(String)])
  const storage = kind === 'file' ? storeIn('to') : patientRedis(redis.url)
  const second = await startIdp({ issuer: first.issuer, options: { ...options, storage } })
  const html = await signInPage(second)
  expect(html).toMatch(/--sso-accent: #7a2e8e[^]*border-radius: 1\.75rem/)
  const [, logo = ''] = /<img class="sso-logo" src="([^"]+)"/.exec(html) ?? []
  expect(await second.send(logo)).toMatchObject({ status: 200, text: SMALL_SVG })
  await second.stop()
})
