/** `portico directory test` as entered, at a real directory server; and the other commands on a user of it. */
import { join } from 'node:path'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { person } from '../support/actors.ts'
import { CLIENTS, CONF, ROOT_SECRET } from '../support/fixtures.ts'
import { startIdp } from '../support/idp.ts'
import { selfSigned } from '../support/logout-certificate.ts'
import { newFolder } from '../support/new-folder.ts'
import { claimsOf, relyingParty } from '../support/relying-party.ts'
import { BASE, folderEntry, group, SEARCHER, startSlapd, user } from '../support/slapd.ts'
import { words } from '../support/words.ts'
import { type Printed, portico, porticoProcess } from './portico.ts'

const DORA = { username: 'dora', password: 'doras long password' }
const CERTIFICATE = selfSigned('127.0.0.1')

const folder = newFolder()

const slapd = await startSlapd({
  certificate: CERTIFICATE,
  ldif: [
    user(DORA.username, DORA.password, { mail: 'dora@company.example' }),
    folderEntry('groups'),
    group('editors', [`uid=dora,${BASE}`]),
  ].join(''),
})

const ldap: object = {
  kind: 'openldap',
  url: `ldaps://127.0.0.1:${slapd.tlsPort}`,
  ca: CERTIFICATE.cert,
  bindDn: SEARCHER.dn,
  base: BASE,
  groups: { base: `ou=groups,${BASE}` },
  roles: { editors: ['editor'] },
}

const envWith = (more: object = {}): NodeJS.ProcessEnv => ({
  PORTICO_CONFIG: JSON.stringify({ ldap: { ...ldap, ...more } }),
  LDAP_BIND_PASSWORD: SEARCHER.password,
})

/** As a process; `input` is what is typed, or piped. */
async function tested(line: readonly string[], env: NodeJS.ProcessEnv, input?: string): Promise<Printed> {
  const printed = await porticoProcess(['directory', 'test', ...line], env, folder, input)
  expect(printed.out + printed.err).not.toMatch(/doras|searcher-secret|not hers/)
  return printed
}

describe('portico directory test', () => {
  it('reports each step, up to the password of a user', async () => {
    const { code, out, err } = await tested(['dora', '--password-stdin'], envWith(), `${DORA.password}\n`)
    expect([code, err]).toEqual([0, ''])
    expect(out.split('\n').map((line) => line.split(/ +/).slice(0, 2).join(':'))).toEqual(words`
      ok:connect ok:tls ok:bind ok:base ok:filter ok:attribute noted:attribute ok:active ok:groups ok:groups
      ok:password
    `)
    expect(out).toContain('the user’s roles: editor')
  })

  it('needs no name, and has the steps as data', async () => {
    const { code, out } = await tested(['--json'], envWith())
    expect(code).toBe(0)
    expect(JSON.parse(out).steps[0]).toEqual({
      step: 'connect',
      outcome: 'ok',
      detail: `127.0.0.1:${slapd.tlsPort} answers`,
    })
  })

  // The other steps are in adapters/ldap/directory-check.test.ts.
  it('a wrong password: exit 1, and the step that fails is named', async () => {
    const { code, err } = await tested(['dora', '--password-stdin'], envWith(), 'not hers')
    expect([code, err]).toEqual([1, 'failed at: password'])
    const { err: fix } = await tested([], envWith({ base: 'ou=missing,dc=example' }))
    expect(fix).toMatch(/^failed at: base\. Correct /)
  })

  it('a setting that cannot be used, or none, is said', async () => {
    const wrong = await tested([], envWith({ userFilter: '(uid=dora)' }))
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringMatching(/ldap\.userFilter .*E1001/)])
    const none = await tested([], {})
    expect([none.code, none.err]).toEqual([1, expect.stringContaining('no LDAP server is configured')])
    const alone = await tested([], { LDAP_BIND_PASSWORD: 'a-password' })
    expect([alone.code, alone.err]).toEqual([
      1,
      expect.stringMatching(/ldap\.url.*\n.*only LDAP_BIND_PASSWORD sets ldap/),
    ])
    expect((await tested(['--password-stdin'], envWith())).code).toBe(2)
  })
})

it('a user of it is listed and suspended like all others, and gets no password and no role here', async () => {
  const storage = embeddedStorage({ file: join(folder, 'portico.sqlite') })
  const idp = await startIdp({
    options: { storage, accounts: [], ldap: { ...ldap, bindPassword: SEARCHER.password } as never },
  })
  const { sub } = claimsOf((await person(idp, DORA).signIn(relyingParty(idp, CONF))).id_token)
  const env = {
    ...envWith(),
    BASE_URL: idp.issuer,
    PORTICO_SECRET: ROOT_SECRET,
    PORTICO_DATA: folder,
    PORTICO_CONFIG: JSON.stringify({ ldap, clients: CLIENTS }),
  }
  const printed = async (...line: string[]): Promise<readonly [number | null, string]> => {
    const { code, out, err } = await portico([...line, '--yes'], env)
    return [code, out + err]
  }
  expect(await printed('user', 'list')).toEqual([0, expect.stringMatching(`dora +active +directory +${sub} +editor`)])
  for (const refused of [
    ['user', 'reset', 'dora'],
    ['user', 'require-password', 'dora'],
    ['user', 'add-role', 'dora', 'sso:admin'],
    ['user', 'update', 'dora', '--name', 'Other name'],
  ])
    expect(await printed(...refused)).toEqual([1, expect.stringContaining('from the configuration or the directory')])
  expect((await printed('user', 'suspend', 'dora'))[0]).toBe(0)
  await expect(person(idp, DORA).signIn(relyingParty(idp, CONF))).rejects.toThrow(/stuck at 403/)
  expect((await printed('user', 'reactivate', 'dora'))[0]).toBe(0)
  expect(claimsOf((await person(idp, DORA).signIn(relyingParty(idp, CONF))).id_token).sub).toBe(sub)
  expect((await printed('user', 'delete', 'dora', '--confirm', 'dora'))[0]).toBe(0)
  // They come back while the directory has them, and are the same.
  expect(claimsOf((await person(idp, DORA).signIn(relyingParty(idp, CONF))).id_token).sub).toBe(sub)
})
