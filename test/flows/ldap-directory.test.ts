/** Users of a real directory server sign in over HTTP; when it is away the page says so, and nobody's password is called wrong. */
import { type LdapDirectory, ldapDirectory } from '../../adapters/ldap/index.ts'
import { person } from '../support/actors.ts'
import { openBrowser, type Page } from '../support/browser.ts'
import { expectUnavailable } from '../support/expect.ts'
import { CONF } from '../support/fixtures.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { claimsOf, type RelyingParty, relyingParty } from '../support/relying-party.ts'
import { BASE, folderEntry, group, SEARCHER, type Slapd, startSlapd, user } from '../support/slapd.ts'

const DORA = { username: 'dora', password: 'doras long password' }
const FORMER = { username: 'former', password: 'another long password' }
const LDIF = [
  user(DORA.username, DORA.password, { mail: 'dora@example.com' }),
  user(FORMER.username, FORMER.password, { employeeType: 'former' }),
  folderEntry('groups'),
  group('editors', [`uid=dora,${BASE}`]),
].join('')

let slapd: Slapd
let directory: LdapDirectory
let idp: Idp
let app: RelyingParty
beforeAll(async () => {
  slapd = await startSlapd({ ldif: LDIF })
  directory = ldapDirectory({
    url: slapd.url,
    kind: 'openldap',
    base: BASE,
    bindDn: SEARCHER.dn,
    bindPassword: SEARCHER.password,
    activeFilter: '(!(employeeType=former))',
    groups: { base: `ou=groups,${BASE}` },
    roles: { editors: ['editor'] },
  })
  idp = await startIdp({ options: { accounts: directory } })
  app = relyingParty(idp, CONF)
})
afterAll(async () => {
  await idp?.stop()
  await directory?.close()
  await slapd?.stop()
})

async function tried(login: { readonly username: string; readonly password: string }): Promise<Page> {
  const browser = openBrowser(idp)
  return (await browser.submit((await browser.visit(app.request().address)) as Page, login)) as Page
}

it('a user of the directory signs in, with details and roles of their entry', async () => {
  const tokens = await person(idp, DORA).signIn(app, { scope: 'openid profile email roles' })
  expect(claimsOf(tokens.id_token).sub).toMatch(/^ldap-/)
  expect((await app.userinfo(tokens.access_token)).json()).toMatchObject({
    preferred_username: 'dora',
    name: 'Name of dora',
    email: 'dora@example.com',
    email_verified: false,
    roles: ['editor'],
  })
})

it('a wrong password is wrong, and who may not sign in is told so after the right one alone', async () => {
  expect((await tried({ ...DORA, password: 'not hers' })).answer.status).toBe(422)
  expect((await tried({ username: '*', password: DORA.password })).answer.status).toBe(422)
  expect((await tried({ ...FORMER, password: 'not theirs' })).answer.status).toBe(422)
  expect((await tried(FORMER)).answer.status).toBe(403)
})

it('what the directory says counts at the next refresh', async () => {
  const dora = person(idp, DORA)
  const tokens = await dora.signIn(app, { scope: 'openid roles offline_access' })
  await slapd.modify(`dn: uid=dora,${BASE}\nchangetype: modify\nreplace: employeeType\nemployeeType: former\n\n`)
  expect((await app.refresh(tokens.refresh_token)).json().error).toBe('invalid_grant')
  await slapd.modify(`dn: uid=dora,${BASE}\nchangetype: modify\ndelete: employeeType\n\n`)
  expect((await person(idp, DORA).signIn(app)).access_token).toEqual(expect.any(String))
})

it('away, it is 503 for all, costs nobody a try or a token, and leaves ready alone', async () => {
  const tokens = await person(idp, DORA).signIn(app, { scope: 'openid offline_access' })
  await slapd.crash()
  for (let tries = 0; tries < 8; tries += 1) {
    const page = await tried(tries % 2 === 0 ? DORA : { ...DORA, password: 'not hers' })
    expect([page.answer.status, Number(page.answer.headers['retry-after']) > 0]).toEqual([503, true])
    expect(page.answer.text).toContain('We could not check your password just now')
    expect(page.answer.text).not.toMatch(/ldap|127\.0\.0\.1/i)
  }
  expectUnavailable(await app.refresh(tokens.refresh_token))
  expect((await idp.send('/health/ready')).status).toBe(200)
  expect(idp.log.text()).toMatch(/ldap: 127\.0\.0\.1:\d+/)
  expect(idp.log.text()).not.toMatch(/doras long|not hers|dora@|uid=/)
  await slapd.start()
  expect((await app.refresh(tokens.refresh_token)).status).toBe(200)
  expect((await person(idp, DORA).signIn(app)).access_token).toEqual(expect.any(String))
})
