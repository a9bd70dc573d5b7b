/** Each call to the store fails in turn while a form is submitted: submitted again, it is done. */
import type { ClientInput } from '../../lib/config/configuration.ts'
import { openBrowser, type Page } from '../support/browser.ts'
import { movableClock } from '../support/clock.ts'
import { pageOf, startEmailIdp } from '../support/emails.ts'
import { eachCall, failingCalls } from '../support/failing-calls.ts'
import { ACCOUNTS, TRUSTED } from '../support/fixtures.ts'
import { enterPanel, formTo, PANEL_ACCOUNTS, type PanelVisitor } from '../support/panel-visitor.ts'
import { SMALL_SVG } from '../support/pictures.ts'
import { readyUser } from '../support/ready-user.ts'
import { relyingParty } from '../support/relying-party.ts'
import { multipart } from '../support/uploads.ts'

const clock = movableClock()
const store = failingCalls(clock.now)
const CLOSED: ClientInput = { ...TRUSTED, owner_email: 'owner@apps.example', access: { roles: ['books'] } }
const idp = await startEmailIdp({
  storage: store.storage,
  clock: clock.now,
  clients: [CLOSED],
  accounts: [...ACCOUNTS, ...PANEL_ACCOUNTS],
})
afterAll(() => idp.stop())

let users = 0
const newUser = () => readyUser(idp, `panel-user-${(users += 1)}`)
const accountOf = (sub: string) => idp.portico.accounts?.account(sub)

interface Opened {
  readonly admin: PanelVisitor
  readonly page: Page
}
const opened = async (path: string): Promise<Opened> => {
  const admin = await enterPanel(idp)
  return { admin, page: await admin.open(path) }
}
/** Submits the page's form, without its redirect. */
async function sent({ admin, page }: Opened, action: string, given: Readonly<Record<string, string>> = {}) {
  const form = formTo(page, action)
  const body = { ...form.fields, ...given }
  return (await admin.browser.go(form.action, { body, headers: { 'sec-fetch-site': 'same-origin' } })).status
}
/** Every failure is reported as one of Portico, and the same form works afterward. */
async function again(call: string, status: number, send: () => Promise<number>, done = 303): Promise<void> {
  expect([call, status]).toEqual([call, call === 'none' || status === done ? done : 503])
  if (status !== done) expect([call, await send()]).toEqual([call, done])
}

it('an end date of an account', async () => {
  const send = (made: Opened & { readonly sub: string }) => sent(made, '/end', { until: '2099-01-31' })
  await eachCall(
    store,
    async () => {
      const { sub } = await newUser()
      return { sub, ...(await opened(`/users/${sub}/end`)) }
    },
    send,
    async (call, status, made) => {
      await again(call, status, () => send(made))
      expect([call, (await accountOf(made.sub))?.until]).toEqual([call, '2099-01-31'])
    },
  )
})

it('a suspension of selected users', async () => {
  const send = (made: Opened) => sent(made, '/users/many/confirm')
  await eachCall(
    store,
    async () => {
      const subs = [(await newUser()).sub, (await newUser()).sub]
      const { admin, page } = await opened('/users')
      const { action, fields } = formTo(page, '/users/many')
      const body = [...Object.entries(fields).filter(([name]) => name !== 'sub'), ['act', 'suspend'] as const]
      const question = await admin.browser.visit(action, {
        body: [...body, ...subs.map((sub) => ['sub', sub] as const)] as [string, string][],
        headers: { 'sec-fetch-site': 'same-origin' },
      })
      return { subs, admin, page: pageOf(question) }
    },
    send,
    async (call, status, made) => {
      await again(call, status, () => send(made))
      const found = await Promise.all(made.subs.map(accountOf))
      expect([call, found.map((account) => account?.status)]).toEqual([call, ['suspended', 'suspended']])
    },
  )
})

it('a publication with a logo', async () => {
  const send = async ({ admin, page }: Opened, accent: string): Promise<number> => {
    const { fields } = page.forms.find((form) => form.action.endsWith('/appearance') && 'csrf' in form.fields) ?? {}
    const { body, headers } = await multipart({ ...fields, accent }, { logo: Buffer.from(SMALL_SVG) })
    const more = { ...headers, 'sec-fetch-site': 'same-origin' }
    return (await admin.browser.go('/admin/appearance/publish', { method: 'POST', body, headers: more })).status
  }
  let count = 0
  await eachCall(
    store,
    async () => ({ ...(await opened('/appearance')), accent: `#0b6e${(0x10 + (count += 1)).toString(16)}` }),
    (made) => send(made, made.accent),
    async (call, status, made) => {
      await again(call, status, () => send(made, made.accent))
      const { text } = await made.admin.open('/appearance').then(({ answer }) => answer)
      expect([call, text.includes(`value="${made.accent}"`)]).toEqual([call, true])
    },
  )
})

async function refused() {
  const user = await idp.addUser()
  const browser = openBrowser(idp)
  const page = pageOf(await browser.visit(relyingParty(idp, CLOSED).request().address))
  const { username, password } = user
  return { user, browser, page: pageOf(await browser.submit(page, { username, password })) }
}
const ask = async ({ browser, page }: Awaited<ReturnType<typeof refused>>): Promise<number> => {
  const [form] = page.forms.filter(({ fields }) => 'form_id' in fields)
  const body = { ...form?.fields, reason: 'please', action: 'ask' }
  return (await browser.go(form?.action ?? '', { body, headers: { 'sec-fetch-site': 'same-origin' } })).status
}
const requests = async () => (await idp.portico.storage.documents.read('access-requests', 'trusted')) ?? ''

it('a request for access, and its grant', async () => {
  await eachCall(store, refused, ask, async (call, status, made) => {
    await again(call, status, () => ask(made))
    expect([call, (await requests()).split(made.user.sub).length - 1]).toEqual([call, 1])
    clock.forward(86_400)
  })
  const grant = (made: Opened & { readonly link: string }) =>
    sent(made, made.link, { act: 'grant', until: '2099-01-31' })
  await eachCall(
    store,
    async () => {
      const begun = await refused()
      await ask(begun)
      const { list } = JSON.parse(await requests()) as { list: readonly { id: string; sub: string }[] }
      const link = `/clients/trusted/requests/${list.find(({ sub }) => sub === begun.user.sub)?.id}`
      return { sub: begun.user.sub, link, ...(await opened(link)) }
    },
    grant,
    async (call, status, made) => {
      await again(call, status, () => grant(made))
      expect([call, (await accountOf(made.sub))?.roleEnds]).toEqual([call, { books: '2099-01-31' }])
      expect([call, (await requests()).includes(made.sub)]).toEqual([call, false])
    },
  )
})
