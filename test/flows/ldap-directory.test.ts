/** The directory server as the only directory (`accounts`); beside the accounts of the service: directory-users. */
import { ldapDirectory } from '../../adapters/ldap/index.ts'
import { person } from '../support/actors.ts'
import { expectUnavailable } from '../support/expect.ts'
import { CONF } from '../support/fixtures.ts'
import { startIdp } from '../support/idp.ts'
import { claimsOf, relyingParty } from '../support/relying-party.ts'
import { doorOf } from '../support/sign-in-door.ts'
import { BASE, directoryAt, folderEntry, group, startSlapd, user } from '../support/slapd.ts'

const DORA = { username: 'dora', password: 'doras long password' }
const FORMER = { username: 'former', password: 'another long password' }
const LDIF = [
  user(DORA.username, DORA.password, { mail: 'dora@example.com' }),
  user(FORMER.username, FORMER.password, { employeeType: 'former' }),
  folderEntry('groups'),
  group('editors', [`uid=dora,${BASE}`]),
].join('')

const slapd = await startSlapd({ ldif: LDIF })

const directory = ldapDirectory({
  ...directoryAt(slapd.url),
  activeFilter: '(!(employeeType=former))',
  groups: { base: `ou=groups,${BASE}` },
  roles: { editors: ['editor'] },
})

const idp = await startIdp({ options: { accounts: directory } })

const app = relyingParty(idp, CONF)
afterAll(async () => {
  await idp?.stop()
  await directory?.close()
})

async function tried(login: { readonly username: string; readonly password: string }): Promise<number> {
  const { browser, page } = await doorOf(idp)
  return (await browser.submit(page, login)).answer.status
}

it('a user of the directory signs in with roles of their entry; what it says counts at the next refresh', async () => {
  const tokens = await person(idp, DORA).signIn(app, { scope: 'openid profile roles offline_access' })
  expect(claimsOf(tokens.id_token).sub).toMatch(/^ldap-/)
  expect((await app.userinfo(tokens.access_token)).json()).toMatchObject({
    preferred_username: 'dora',
    name: 'Name of dora',
    roles: ['editor'],
  })
  await slapd.modify(`dn: uid=dora,${BASE}\nchangetype: modify\nreplace: employeeType\nemployeeType: former\n\n`)
  expect((await app.refresh(tokens.refresh_token)).json().error).toBe('invalid_grant')
  await slapd.modify(`dn: uid=dora,${BASE}\nchangetype: modify\ndelete: employeeType\n\n`)
  expect(await tried(DORA)).toBe(303)
})

it('a wrong password is wrong, and who may not sign in is told so after the right one alone', async () => {
  for (const [login, status] of [
    [{ ...DORA, password: 'not hers' }, 422],
    [{ username: '*', password: DORA.password }, 422],
    [{ ...FORMER, password: 'not theirs' }, 422],
    [FORMER, 403],
  ] as const)
    expect([login, await tried(login)]).toEqual([login, status])
})

it('away, it is 503 for a right password and a wrong one, and costs nobody a token', async () => {
  const tokens = await person(idp, DORA).signIn(app, { scope: 'openid offline_access' })
  await slapd.crash()
  for (const password of [DORA.password, 'not hers']) expect(await tried({ ...DORA, password })).toBe(503)
  expectUnavailable(await app.refresh(tokens.refresh_token))
  await slapd.start()
  expect((await app.refresh(tokens.refresh_token)).status).toBe(200)
})
