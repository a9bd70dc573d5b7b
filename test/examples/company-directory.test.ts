/** The company whose employees are in a directory server: one setting, and groups give the roles. */
import { pageOf } from '../flows/portal-visitor.ts'
import { type Browser, openBrowser } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { send } from '../support/http.ts'
import { enterPanel } from '../support/panel-visitor.ts'
import { BASE, folderEntry, group, SEARCHER, startSlapd, user } from '../support/slapd.ts'
import { emptyFolder } from './process.ts'

const MIA = { username: 'mia', password: 'a lamp in the window' }
const OMAR = { username: 'omar', password: 'keys and more keys' }

const folder = emptyFolder()

const slapd = await startSlapd({
  ldif: [
    ...[MIA, OMAR].map(({ username, password }) => user(username, password)),
    folderEntry('groups'),
    group('finance', [`uid=mia,${BASE}`]),
    group('it', [`uid=omar,${BASE}`]),
  ].join(''),
})

const directory = {
  kind: 'openldap',
  url: slapd.url,
  bindDn: SEARCHER.dn,
  bindPassword: SEARCHER.password,
  base: BASE,
  groups: { base: `ou=groups,${BASE}` },
  roles: { finance: ['finance'], it: ['sso:admin'] },
}
const port = await freePort()
const env = { PORT: String(port), DIRECTORY: JSON.stringify(directory) }
await folder.run('examples/company-portal/main.js', env).says(/The company is at/)
const host = `localhost:${port}`
const origin: string = `http://${host}`

const site: Parameters<typeof openBrowser>[0] = {
  issuer: `${origin}/sso`,
  send: (address, message = {}) =>
    send(port, new URL(address.startsWith('http') ? address : site.issuer + address).href.slice(origin.length), {
      ...message,
      headers: { host, ...message.headers },
    }),
}

async function cameIn(login: typeof MIA): Promise<{ readonly browser: Browser; readonly home: string }> {
  const browser = openBrowser(site)
  const signIn = pageOf(await browser.visit(`${origin}/figures`))
  await browser.submit(signIn, login)
  return { browser, home: pageOf(await browser.visit(`${origin}/`)).answer.text }
}

it('greets an employee of the directory, and keeps its figures for the group that may see them', async () => {
  const mia = await cameIn(MIA)
  expect(mia.home).toContain('Good to see you, Name of mia.')
  expect((await mia.browser.go(`${origin}/figures`)).status).toBe(200)
  const omar = await cameIn(OMAR)
  expect(omar.home).toContain('Good to see you, Name of omar.')
  expect((await omar.browser.go(`${origin}/figures`)).status).toBe(403)
})

it('shows them in its panel, to those whose group administers it', async () => {
  const omar = await enterPanel(site, OMAR)
  const text = (await omar.open('/users')).answer.text
  expect(text).toContain('Name of omar')
  expect(text).toContain('Directory')
})
