/** Text of strangers where people and programs read it: pages, the log, the terminal, explanations. */

import { visitor } from '../flows/portal-visitor.ts'
import { person } from '../support/actors.ts'
import { NAVIGATION, openBrowser, type Page } from '../support/browser.ts'
import { ALICE, BOB, CLIENTS, CONF, ROOT_SECRET, TRUSTED } from '../support/fixtures.ts'
import { clientForm, enterPanel } from '../support/panel-visitor.ts'
import { relyingParty } from '../support/relying-party.ts'
import { asCaller, type OwnTarget, type Target, weak } from './target.ts'

const MARKUP = `"'><img src=x onerror=alert(1)>`
const ESCAPE = '\u001b]0;pwned\u0007\u001b[2J\u009b2J'
const OWN_LINE = '\n{"level":"info","msg":"signed in","user":"admin"}\r'

const isRaw = (text: string): boolean => text.includes('<img src=x')

export async function markupOfStrangers({ node }: Target): Promise<string> {
  const value = encodeURIComponent(MARKUP)
  const paths = [
    `/authorize?client_id=${value}`,
    `/authorize?${value}=1`,
    `/authorize?client_id=conf&redirect_uri=${value}&state=${value}`,
    `/errors/${value}`,
    `/interaction/${value}`,
    `/connect/logout?id_token_hint=${value}&state=${value}&client_id=${value}`,
    `/connect/logout/frontchannel?sid=${value}&iss=${value}`,
    `/admin/${value}`,
    `/portal/?${value}`,
    `/${value}`,
  ]
  for (const path of paths) {
    const { text } = await node.send(path, { headers: { ...NAVIGATION, 'x-request-id': MARKUP, 'user-agent': MARKUP } })
    if (isRaw(text)) weak(`${path} shows markup of its caller`)
  }
  return `${paths.length} addresses`
}

/** Names and labels that users and administrators may choose. */
export async function markupOfUsers({ node }: OwnTarget): Promise<string> {
  const alice = visitor(node, BOB, openBrowser(asCaller(node)))
  const profile = await alice.open('/profile')
  const form = profile.forms.find(({ action, fields }) => action.endsWith('/profile') && 'name' in fields)
  await alice.browser.submit(profile, { name: MARKUP }, form)
  const app = relyingParty(node, TRUSTED)
  const browser = openBrowser(node)
  const typed = (await browser.visit(app.request({ login_hint: MARKUP }).address)) as Page
  const again = await browser.submit(typed, { username: MARKUP, password: 'x' })
  const admin = await enterPanel(node)
  const draft = await admin.send(
    await admin.open('/clients/new'),
    '/admin/clients',
    clientForm('marked', { name: MARKUP }),
  )
  const pages = [
    typed,
    again,
    draft,
    await alice.open('/'),
    await alice.open('/profile'),
    ...(await Promise.all(
      [
        '/',
        '/users',
        '/users/u-bob',
        '/clients',
        '/clients/marked/overview',
        '/activity',
        `/search?q=${encodeURIComponent(MARKUP)}`,
      ].map((path) => admin.open(path)),
    )),
  ]
  for (const { url, answer } of pages) if (isRaw(answer.text)) weak(`${url} shows markup of a user`)
  return `${pages.length} pages`
}

export async function commandsToTheTerminal({ node, log, cli }: OwnTarget): Promise<string> {
  const hostile = encodeURIComponent(ESCAPE + OWN_LINE)
  const ids: string[] = []
  const requests: readonly (readonly [string, Parameters<typeof node.send>[1]?])[] = [
    [`/authorize?client_id=${hostile}`],
    [`/authorize?${hostile}=1&client_id=${hostile}&redirect_uri=${hostile}`],
    ['/token', { body: { grant_type: ESCAPE + OWN_LINE } }],
    [`/errors/${hostile}`],
    [`/connect/logout?client_id=${hostile}`],
  ]
  const before = log().length
  for (const [path, message] of requests) ids.push(String((await node.send(path, message)).headers['x-request-id']))
  const page = (await openBrowser(node).visit(relyingParty(node, TRUSTED).request().address)) as Page
  await openBrowser(node).submit(page, { username: ESCAPE + OWN_LINE, password: 'x' })
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const told = [
    log().slice(before),
    ...(await Promise.all(ids.slice(0, 3).map((id) => cli('explain', id)))).map(({ out }) => out),
  ]
  for (const text of told) {
    if (/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(text.replace(/\r\n/g, '\n')))
      weak('text of a stranger gives commands to a terminal')
    if (text.split('\n').some((line) => line.startsWith('{"level":"info","msg":"signed in"')))
      weak('a stranger writes a line of the log')
  }
  return `${requests.length} requests`
}

/** What the whole campaign has left in the log. */
export async function secretsInTheLog({ node, log }: OwnTarget): Promise<string> {
  const conf = relyingParty(node, CONF)
  const alice = person(node)
  const grant = await alice.authorize(conf, { scope: 'openid offline_access' })
  const tokens = (await conf.exchange(grant)).json()
  await conf.post('/token', { grant_type: 'refresh_token', refresh_token: `${tokens.refresh_token}x` })
  await node.send(`/userinfo?access_token=${tokens.access_token}`)
  await node.send(`/authorize?client_secret=${CONF.client_secret}&code=${grant.code}`)
  await new Promise((resolve) => setTimeout(resolve, 500))
  const secrets = [
    ROOT_SECRET,
    ALICE.password,
    ...CLIENTS.flatMap(({ client_secret }) => client_secret ?? []),
    grant.code,
    grant.verifier,
    tokens.access_token,
    tokens.refresh_token,
    tokens.id_token,
    ...alice.browser.cookies.all().flatMap(({ value }) => (value.length >= 20 ? [value] : [])),
  ] as readonly string[]
  for (const secret of secrets) if (log().includes(secret)) weak(`the log holds ${secret.slice(0, 8)}…`)
  return `${secrets.length} secrets, ${log().length} characters`
}

/** An id that was used before explains the first request, not the second. */
export async function repeatedRequestId({ node, cli }: OwnTarget): Promise<string> {
  const id = 'an-id-that-is-used-twice-0001'
  const ask = (host: string) =>
    asCaller(node).send(
      `/authorize?client_id=${CONF.client_id}&response_type=code&redirect_uri=https://${host}.example/`,
      { headers: { 'x-request-id': id } },
    )
  await ask('the-first')
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  await ask('the-second')
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const { out } = await cli('explain', id)
  if (!out.includes('the-first') || out.includes('the-second'))
    weak('a repeated request id replaces the explanation of another request')
  return 'the first stays'
}
