/** Untrusted text where people and programs read it: pages, the log, the terminal, explanations. */
import { pageOf, type Visitor, visitor } from '../flows/portal-visitor.ts'
import { person } from '../support/actors.ts'
import { NAVIGATION, openBrowser } from '../support/browser.ts'
import { CONF, TRUSTED } from '../support/fixtures.ts'
import type { Node } from '../support/idp.ts'
import { enterPanel, type PanelVisitor, registerInPanel } from '../support/panel-visitor.ts'
import { relyingParty } from '../support/relying-party.ts'
import { until } from '../support/until.ts'
import { CONFIGURED_SECRETS } from './store.ts'
import { asCaller, mustBe, type OwnTarget, type Target, weak } from './target.ts'

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

const OWN_PASSWORD = 'a password of their own'

/** A user whom an administrator adds, and who changes the name: configured users cannot. */
async function userWithMarkup(
  node: Node,
  admin: PanelVisitor,
): Promise<{ readonly sub: string; readonly user: Visitor }> {
  const username = 'user-with-markup'
  const once = pageOf(
    await admin.send(await admin.open('/users/new'), '/admin/users', { username, name: MARKUP, how: 'password' }),
  )
  const [, password = ''] = /id="one-time-password" value="([^"]*)"/.exec(once.answer.text) ?? []
  const [, sub = ''] = /\/admin\/users\/([\w-]+)"/.exec(once.answer.text) ?? []
  const user = visitor(node, { username, password }, openBrowser(asCaller(node)))
  const choice = await user.open('/profile/edit')
  const profile = pageOf(await user.browser.submit(choice, { new_password: OWN_PASSWORD, repeat: OWN_PASSWORD }))
  await user.press(profile, { to: '/profile' }, { given_name: MARKUP, name: `${MARKUP} by myself` })
  return { sub, user }
}

/** Names and labels that users and administrators may choose. */
export async function markupOfUsers({ node }: OwnTarget): Promise<string> {
  const admin = await enterPanel(node)
  const { sub, user } = await userWithMarkup(node, admin)
  const app = relyingParty(node, TRUSTED)
  const browser = openBrowser(node)
  const typed = pageOf(await browser.visit(app.request({ login_hint: MARKUP }).address))
  const again = await browser.submit(typed, { username: MARKUP, password: 'x' })
  await registerInPanel(admin, 'marked', { name: MARKUP })
  const marked = { ...CONF, client_id: 'marked', redirect_uris: ['https://marked.example/callback'] }
  const shown = [
    again,
    await user.browser.visit(relyingParty(node, marked).request().address),
    ...(await Promise.all(['/', '/profile'].map((path) => user.open(path)))),
    ...(await Promise.all(
      [
        '/users',
        `/users/${sub}`,
        '/clients',
        '/clients/marked/overview',
        '/clients/marked/consent-preview',
        `/search?q=${encodeURIComponent(MARKUP)}`,
      ].map((path) => admin.open(path)),
    )),
  ]
  // Where the name is not shown it is not made harmless either, and nothing would be proved.
  for (const { url, answer } of shown) mustBe(answer.text.includes('&lt;img src=x'), true, `the name on ${url}`)
  const others = [typed, await admin.open('/'), await admin.open('/activity')]
  for (const { url, answer } of [...shown, ...others]) if (isRaw(answer.text)) weak(`${url} shows markup of a user`)
  return `${shown.length + others.length} pages`
}

export async function commandsToTheTerminal({ node, log, cli }: OwnTarget): Promise<string> {
  const text = ESCAPE + OWN_LINE
  const hostile = encodeURIComponent(text)
  const [callback = ''] = CONF.redirect_uris
  const ofClient = (redirectUri: string): string =>
    `/authorize?client_id=${CONF.client_id}&redirect_uri=${encodeURIComponent(redirectUri)}`
  const before = log().length
  const idOf = async (...request: Parameters<typeof node.send>): Promise<string> =>
    String((await node.send(...request)).headers['x-request-id'])
  const refused = [
    // Untrusted text is recorded as the name of a doubled parameter, and as a redirect URI of a known client.
    await idOf('/token', {
      body: [
        [text, '1'],
        [text, '2'],
      ],
    }),
    await idOf(`${ofClient(callback)}&${hostile}=1&${hostile}=2`),
    await idOf(ofClient(callback + text)),
    await idOf(`/authorize?client_id=${hostile}`),
    await idOf('/token', { body: { grant_type: text } }),
    await idOf(`/connect/logout?client_id=${hostile}`),
  ]
  await idOf(`/errors/${hostile}`)
  const page = pageOf(await openBrowser(node).visit(relyingParty(node, TRUSTED).request().address))
  await openBrowser(node).submit(page, { username: text, password: 'x' })
  const explained: string[] = []
  for (const id of refused) explained.push(await explanationOf(cli, id))
  const outputs = [log().slice(before), ...explained]
  for (const shown of outputs) {
    if (/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(shown.replace(/\r\n/g, '\n')))
      weak('text of a stranger gives commands to a terminal')
    if (shown.split('\n').some((line) => line.startsWith('{"level":"info","msg":"signed in"')))
      weak('a stranger writes a line of the log')
  }
  const visible = outputs.map((shown) => shown.includes('pwned'))
  mustBe(visible.slice(0, 4).join(), 'true,true,true,true', 'where the text is shown')
  return `${refused.length + 2} requests`
}

/** What the whole campaign has left in the log. */
export async function secretsInTheLog({ node, log }: OwnTarget): Promise<string> {
  const conf = relyingParty(node, CONF)
  const alice = person(node)
  const grant = await alice.authorize(conf, { scope: 'openid offline_access' })
  const tokens = (await conf.exchange(grant)).json()
  await conf.post('/token', { grant_type: 'refresh_token', refresh_token: `${tokens.refresh_token}x` })
  await node.send(`/userinfo?access_token=${tokens.access_token}`)
  const last = await node.send(`/authorize?client_secret=${CONF.client_secret}&code=${grant.code}`)
  await until(() => log().includes(String(last.headers['x-request-id'])))
  const secrets = [
    ...CONFIGURED_SECRETS,
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

/** As soon as it is there: it is kept behind the answer. */
async function explanationOf(cli: OwnTarget['cli'], id: string): Promise<string> {
  let text = ''
  await until(async () => {
    const { code, out } = await cli('explain', id)
    text = out
    return code === 0
  }, `an explanation of ${id}`)
  return text
}

/** An id that was used before explains the first request, not the second. */
export async function repeatedRequestId({ node, cli }: OwnTarget): Promise<string> {
  const id = 'an-id-that-is-used-twice-0001'
  const ask = (host: string, requestId = id) =>
    asCaller(node).send(
      `/authorize?client_id=${CONF.client_id}&response_type=code&redirect_uri=https://${host}.example/`,
      { headers: { 'x-request-id': requestId } },
    )
  await ask('the-first')
  await explanationOf(cli, id)
  await ask('the-second')
  // Explanations are kept in the order of their requests.
  await ask('the-third', `${id}-and-another`)
  await explanationOf(cli, `${id}-and-another`)
  const { out } = await cli('explain', id)
  if (!out.includes('the-first') || out.includes('the-second'))
    weak('a repeated request id replaces the explanation of another request')
  return 'the first stays'
}
