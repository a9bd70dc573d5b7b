/** From groups of a real directory server to roles: what the table names, and nothing else. */
import { type LdapDirectorySettings, ldapDirectory } from '../../../adapters/ldap/index.ts'
import { BASE, entry, folderEntry, group, SEARCHER, startSlapd, user } from '../../support/slapd.ts'

const GROUPS = `ou=groups,${BASE}`
const OTHER_UNIT = `ou=others,${BASE}`
const ALICE = `uid=alice,${BASE}`
/** A group in a group in a group, ten levels up and more. */
const CHAIN = 12
const named = (cn: string): string => `cn=${cn},${GROUPS}`

const LDIF = [
  folderEntry('groups'),
  folderEntry('others'),
  user('alice', 'alices password'),
  user('bob', 'bobs password'),
  group('Editors', [ALICE]),
  group('Writers', [named('Editors')]),
  // Each of the two is a member of the other.
  group('ring one', [ALICE, named('ring two')]),
  group('ring two', [named('ring one')]),
  ...Array.from({ length: CHAIN }, (_, level) =>
    group(`level ${level + 1}`, [level === 0 ? ALICE : named(`level ${level}`)]),
  ),
  group('admins', [ALICE], OTHER_UNIT),
  entry(`cn=a\\, b+description=ü,${GROUPS}`, {
    objectClass: 'groupOfNames',
    cn: 'a, b',
    description: 'ü',
    member: ALICE,
  }),
  group(`cn\\=sso\\,${GROUPS.replaceAll(/[,=]/g, '\\$&')}`, [ALICE]),
  group('sso\\,cn\\=Editors', [ALICE]),
  // More than the driver asks for in one page.
  ...Array.from({ length: 620 }, (_, at) => group(`many ${at}`, [`uid=bob,${BASE}`])),
].join('')

const slapd = await startSlapd({ ldif: LDIF })

async function rolesOf(
  username: string,
  roles: LdapDirectorySettings['roles'],
  groups: LdapDirectorySettings['groups'] = { base: GROUPS },
): Promise<readonly string[] | undefined> {
  const settings = { kind: 'openldap', base: BASE, bindDn: SEARCHER.dn, bindPassword: SEARCHER.password } as const
  const directory = ldapDirectory({ ...settings, url: slapd.url, groups, ...(roles === undefined ? {} : { roles }) })
  try {
    const user = await directory.authenticate({ username, password: `${username}s password` })
    expect(await directory.find(user?.sub ?? '')).toEqual(user)
    return user?.roles
  } finally {
    await directory.close()
  }
}

it.each<[string, LdapDirectorySettings['roles'], readonly string[] | undefined]>([
  ['without a table there are none', undefined, undefined],
  ['a group that the table does not name gives none', { Readers: ['reader'] }, []],
  ['by name, whatever its case', { EDITORS: ['editor', 'author'] }, ['author', 'editor']],
  ['by distinguished name, however it is spelled', { [`CN=editors , OU=Groups,${BASE}`]: ['editor'] }, ['editor']],
  ['escaped in another way', { [`cn=A\\2C B + description=\\C3\\BC,${GROUPS}`]: ['ab'] }, ['ab']],
  ['of a group of groups', { Writers: ['writer'], Editors: ['editor'] }, ['editor', 'writer']],
  ['of groups that are members of each other', { 'ring two': ['ring'] }, ['ring']],
  ['ten levels up', { 'level 10': ['ten'] }, ['ten']],
  ['no further', { 'level 11': ['eleven'] }, []],
  ['a group outside of the base has the name, and gives none', { admins: ['sso:admin'] }, []],
  ['nor by its distinguished name', { [`cn=admins,${OTHER_UNIT}`]: ['sso:admin'] }, []],
  ['a name like a distinguished name is a name', { [named('sso')]: ['sso:admin'] }, []],
  ['nor is one with signs that separate', { [`cn=sso,cn=Editors,${GROUPS}`]: ['sso:admin'] }, []],
  ['a name like a filter is a name', { '*': ['sso:admin'], 'Edi*': ['sso:admin'] }, []],
])('%s', async (_, roles, expected) => expect(await rolesOf('alice', roles)).toEqual(expected))

it('groups of groups do not count where that is not wanted', async () => {
  const groups = { base: GROUPS, nested: false }
  expect(await rolesOf('alice', { Writers: ['writer'], Editors: ['editor'] }, groups)).toEqual(['editor'])
})

it('lists are read to their end', async () => {
  const roles = Object.fromEntries(Array.from({ length: 620 }, (_, at) => [`many ${at}`, [`role-${at}`]]))
  expect((await rolesOf('bob', roles))?.length).toBe(620)
})
