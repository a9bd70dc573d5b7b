/** Nothing answers success without the effect: every endpoint and form gets an input that it cannot carry out. */
import { readFileSync } from 'node:fs'
import { PANEL_PAGES } from '../../lib/apps/admin/panel.ts'
import { PORTAL_PAGES } from '../../lib/apps/portal/portal.ts'
import { ROUTES } from '../../lib/web/http/routes.ts'
import { type Visitor, visitor } from '../flows/portal-visitor.ts'
import { CLIENTS } from '../support/fixtures.ts'
import type { Message } from '../support/http.ts'
import { enterPanel, textIn, VIEWER } from '../support/panel-visitor.ts'
import { readyUser } from '../support/ready-user.ts'
import { runningPanel } from '../support/running.ts'

const rowsOf = (file: string) => JSON.parse(readFileSync(`test/world/${file}`, 'utf8'))

interface FormRow {
  /** Pattern of the page; `of` is the client or user in it. */
  readonly page: string
  readonly of?: string
  /** Page with the form, whose hidden fields are sent too. */
  readonly from?: string
  readonly as?: 'viewer'
  readonly fields?: Readonly<Record<string, string>>
  readonly says: string
}
interface RequestRow {
  readonly route: string
  readonly request: string
  readonly fields?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly status: number
}
const FORMS: readonly FormRow[] = rowsOf('refused-forms.json')
const REQUESTS: readonly RequestRow[] = rowsOf('refused-requests.json')

const { idp, admin } = await runningPanel({ clients: CLIENTS })
const viewer = await enterPanel(idp, VIEWER)
const dave = await readyUser(idp, 'dave', {}, 'a password of their own')
const portal: Visitor = visitor(idp, dave)
await portal.open('/')
/** What operations and users changed, and the sessions. */
const state = async (): Promise<unknown> => [
  (await idp.portico.audit.list({ kind: 'changes' }, undefined, 500)).entries,
  await idp.portico.sessions.list(dave.sub),
]

it.each(FORMS)('$page $of: $says', async ({ page, of = '', from, as, fields = {}, says }) => {
  const app = page.split('/', 2).join('/')
  const { browser } = app === '/portal' ? portal : as === 'viewer' ? viewer : admin
  const stop = await browser.visit(from ?? `${app}/`)
  const forms = stop.at === 'page' ? stop.forms.filter(({ fields: { csrf } }) => csrf !== undefined) : []
  const own =
    from === undefined
      ? { csrf: forms[0]?.fields['csrf'] ?? '' }
      : forms.find(({ action }) => action.endsWith(page))?.fields
  const before = await state()
  const answer = await browser.go(page.replace(/:\w+/, of.replace('DAVE', dave.sub)), {
    body: { ...own, ...fields },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  const { location } = answer.headers
  const shown = location === undefined ? answer : await browser.go(location)
  expect([answer.status, shown.text.includes('sso-tone-ok')]).toEqual([expect.any(Number), false])
  expect(textIn(shown.text)).toMatch(new RegExp(says))
  expect(await state()).toEqual(before)
})

it.each(REQUESTS)('$request: $status', async ({ request, fields, headers = {}, body, status }) => {
  const [method = '', path = ''] = request.split(' ')
  const answer = await idp.send(path, {
    method,
    headers,
    ...(fields === undefined && body === undefined ? {} : { body: body ?? fields }),
  } as Message)
  expect([answer.status, answer.text]).toEqual([status, expect.anything()])
})

it('every form and every route has a row', () => {
  const forms = [['/admin', PANEL_PAGES] as const, ['/portal', PORTAL_PAGES] as const].flatMap(([app, pages]) =>
    pages.filter(({ method }) => method === 'POST').map(({ path }) => app + path),
  )
  expect(forms.filter((path) => !FORMS.some(({ page }) => page === path))).toEqual([])
  expect(ROUTES.filter(({ name }) => !REQUESTS.some(({ route }) => route === name)).map(({ name }) => name)).toEqual([])
})
