/** Users of a real directory server: who they are, whose password is right, and what never reaches the server. */
import { type LdapDirectory, type LdapDirectorySettings, ldapDirectory } from '../../../adapters/ldap/index.ts'
import { stoppedAtEnd } from '../../support/at-end.ts'
import { recordingProxy } from '../../support/recording-proxy.ts'
import { BASE, folderEntry, SEARCHER, startSlapd, user } from '../../support/slapd.ts'
import { words } from '../../support/words.ts'

const ALICE = { username: 'alice', password: 'correct horse' }
const PEOPLE = [
  folderEntry('people'),
  folderEntry('moved'),
  folderEntry('groups'),
  user('alice', ALICE.password, { mail: 'alice@example.com', givenName: 'Alice' }),
  user('bob', 'bobs password'),
  user('Lučić', 'beyond ascii'),
  user('star*)(uid=', 'all the signs'),
  user('twin', 'same password', {}, `ou=people,${BASE}`),
  user('twin', 'same password', {}, `ou=moved,${BASE}`),
  user('leaver', 'leavers password', { employeeType: 'former' }),
].join('')

const warnings: object[] = []
const settings = (): LdapDirectorySettings => ({
  url: proxy.url,
  kind: 'openldap',
  base: BASE,
  bindDn: SEARCHER.dn,
  bindPassword: SEARCHER.password,
  logger: { info: () => {}, warn: (fields) => void warnings.push(fields), error: () => {} },
})
const slapd = await startSlapd({ ldif: PEOPLE })

const proxy = await recordingProxy(slapd.port)

const directory = ldapDirectory(settings())
stoppedAtEnd(directory)

async function withDirectory<T>(
  more: Partial<LdapDirectorySettings>,
  work: (of: LdapDirectory) => Promise<T>,
): Promise<T> {
  const another = ldapDirectory({ ...settings(), ...more })
  try {
    return await work(another)
  } finally {
    await another.close()
  }
}

describe('a user of the directory', () => {
  it('with the right password is identified by the attributes of their entry', async () => {
    const alice = await directory.authenticate(ALICE)
    expect(alice).toEqual({
      sub: expect.stringMatching(/^ldap-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
      preferred_username: 'alice',
      name: 'Name of alice',
      given_name: 'Alice',
      family_name: 'alice',
      email: 'alice@example.com',
      email_verified: false,
    })
    expect(await directory.find(alice?.sub ?? '')).toEqual(alice)
  })

  it('with another password fails, and so does an unknown name: each makes one bind', async () => {
    const work = (): readonly number[] => [proxy.searches(), proxy.binds()]
    const [searches = 0, binds = 0] = work()
    expect(await directory.authenticate({ ...ALICE, password: 'correct horse ' })).toBeUndefined()
    expect(work()).toEqual([searches + 1, binds + 1])
    expect(await directory.authenticate({ ...ALICE, username: 'unknown' })).toBeUndefined()
    expect(work()).toEqual([searches + 2, binds + 2])
    expect(proxy.sent()).toMatch(/cn=[0-9a-f-]{36},dc=example,dc=com/)
  })

  it.each([
    ['beyond ASCII', 'Lučić', 'beyond ascii'],
    ['with all signs of a filter', 'star*)(uid=', 'all the signs'],
  ])('may have a name %s', async (_, username, password) => {
    expect(await directory.authenticate({ username, password })).toMatchObject({ preferred_username: username })
    expect(await directory.authenticate({ username, password: ALICE.password })).toBeUndefined()
  })

  it('matches no user, and is logged, when two entries have the name', async () => {
    expect(await directory.authenticate({ username: 'twin', password: 'same password' })).toBeUndefined()
    expect(warnings).toContainEqual({ code: 'ldap-name-ambiguous' })
    expect(JSON.stringify(warnings)).not.toContain('twin')
  })

  it('a user who does not fit activeFilter sees so only after the right password', async () =>
    await withDirectory({ activeFilter: '(!(employeeType=former))' }, async (limited) => {
      const leaver = await limited.authenticate({ username: 'leaver', password: 'leavers password' })
      expect(leaver).toMatchObject({ active: false, preferred_username: 'leaver' })
      expect(await limited.authenticate({ username: 'leaver', password: 'another' })).toBeUndefined()
      expect(await limited.find(leaver?.sub ?? '')).toMatchObject({ active: false })
      expect((await limited.authenticate(ALICE))?.active).toBeUndefined()
    }))

  it('who no longer fits userFilter is gone, whatever token they hold', async () => {
    const { sub = '' } = (await directory.authenticate({ username: 'leaver', password: 'leavers password' })) ?? {}
    await withDirectory({ userFilter: '(&(uid={username})(!(employeeType=former)))' }, async (limited) => {
      expect(await limited.find(sub)).toBeUndefined()
      expect(await limited.find((await directory.authenticate(ALICE))?.sub ?? '')).toMatchObject({
        name: 'Name of alice',
      })
    })
  })
})

describe('no name matches another user', () => {
  it.each([
    ...words`
      * a* ali*e )(uid=* *)(uid=* alice)(uid=alice alice)(|(uid=*) (alice) unknown)(objectClass=* {username}
      x)(!(uid=x &(uid=alice) uid=alice,dc=example,dc=com
    `,
    '\\2a',
    '\\61lice',
    'alice\\',
    'alice\0',
  ])('%j', async (username) =>
    expect(await directory.authenticate({ username, password: ALICE.password })).toBeUndefined(),
  )
})

describe('a password that a server would take for none', () => {
  it.each([
    ['nothing', ''],
    ['blanks', '   '],
    ['NUL', '\0'],
    ['NUL at the end', `${ALICE.password}\0`],
  ])('%s: no bind is seen', async (_, password) => {
    const before = proxy.binds()
    expect(await directory.authenticate({ ...ALICE, password })).toBeUndefined()
    expect(proxy.binds()).toBe(before)
  })
})

describe('a subject', () => {
  it('stays when its user is renamed and moved; another user with the old name is a different one', async () => {
    const before = await directory.authenticate({ username: 'bob', password: 'bobs password' })
    await slapd.modify(
      `dn: uid=bob,${BASE}\nchangetype: modrdn\nnewrdn: uid=robert\ndeleteoldrdn: 1\nnewsuperior: ou=moved,${BASE}\n\n`,
    )
    expect(await directory.authenticate({ username: 'bob', password: 'bobs password' })).toBeUndefined()
    const after = await directory.authenticate({ username: 'robert', password: 'bobs password' })
    expect(after).toMatchObject({ sub: before?.sub, preferred_username: 'robert' })
    await slapd.modify(user('bob', 'the new one').replace(/^(dn.*)$/m, '$1\nchangetype: add'))
    const another = await directory.authenticate({ username: 'bob', password: 'the new one' })
    expect(another?.sub).not.toBe(before?.sub)
    expect(await directory.find(before?.sub ?? '')).toMatchObject({ preferred_username: 'robert' })
    await slapd.modify(`dn: uid=robert,ou=moved,${BASE}\nchangetype: delete\n\n`)
    expect(await directory.find(before?.sub ?? '')).toBeUndefined()
  })

  it.each(['', 'alice', 'ldap-', 'ldap-*', 'ldap-0', 'u-1', `ldap-${'0'.repeat(36)}`])(
    'that is not of this directory matches no user, without a request: %j',
    async (sub) => {
      const before = proxy.searches()
      expect(await directory.find(sub)).toBeUndefined()
      expect(proxy.searches()).toBe(before)
    },
  )

  it('of an unknown user is undefined', async () =>
    expect(await directory.find('ldap-00000000-0000-4000-8000-000000000000')).toBeUndefined())
})

it('an entry without an id that stays is a failure, and not that of its server', async () => {
  warnings.splice(0)
  await withDirectory({ id: 'uid' }, async (careless) => {
    await expect(careless.authenticate(ALICE)).rejects.toThrow(
      /^ldap: \S+: uid of an entry cannot be read, or is no id/,
    )
    expect(await careless.authenticate({ ...ALICE, password: 'another' })).toBeUndefined()
  })
  expect(warnings).toEqual([])
})

it('the account that searches needs nothing more than to read, and its wrong password is no user’s', async () =>
  await withDirectory({ bindPassword: 'another' }, async (misled) => {
    await expect(misled.authenticate(ALICE)).rejects.toThrow(/bindDn.*invalidCredentials \(49\)/)
  }))
