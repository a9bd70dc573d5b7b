/** Particularities of Active Directory, on a server with its attributes. */
import { ldapDirectory } from '../../../adapters/ldap/index.ts'
import { stoppedAtEnd } from '../../support/at-end.ts'
import { recordingProxy } from '../../support/recording-proxy.ts'
import { ACTIVE_DIRECTORY, BASE, entry, SEARCHER, startSlapd } from '../../support/slapd.ts'

const PASSWORD = 'correct horse'
/** In 2010. */
const PAST = '129067776000000000'

const account = (name: string, guid: string, more: Readonly<Record<string, string>> = {}): string =>
  entry(`cn=${name},${BASE}`, {
    objectClass: ['inetOrgPerson', 'extensibleObject'],
    cn: name,
    sn: 'Surname',
    displayName: `Name of ${name}`,
    sAMAccountName: name,
    userAccountControl: '512',
    userPassword: PASSWORD,
    ...more,
  }) // As bytes, which are no text.
    .replace(/\n\n$/, `\nobjectGUID:: ${Buffer.from(guid, 'hex').toString('base64')}\n\n`)

const LDIF = [
  account('alice', '33221100554477668899aabbccddeeff', { accountExpires: '9223372036854775807' }),
  // All of its bytes are letters.
  account('letters', '4142434445464748494a4b4c4d4e4f50'),
  account('special', '2a2829005c002a28295c00ff80fe0a0d'),
  account('disabled', '00000000000000000000000000000001', { userAccountControl: '514' }),
  account('expired', '00000000000000000000000000000002', { accountExpires: PAST }),
].join('')

/** The server's additional message about a wrong password. */
let diagnostic = ''
const slapd = await startSlapd({ ldif: LDIF, schema: ACTIVE_DIRECTORY })

const proxy = await recordingProxy(slapd.port, said)

const directory = ldapDirectory({
  url: proxy.url,
  kind: 'active-directory',
  base: BASE,
  bindDn: SEARCHER.dn,
  bindPassword: SEARCHER.password,
})
stoppedAtEnd(directory)

/** A refused bind, with a diagnostic message in it (RFC 4511 s4.1.9): `30 0c 0201nn 61 07 0a0131 0400 0400`. */
function said(answer: Buffer): Buffer {
  if (!/^300c0201..61070a013104000400$/.test(answer.toString('hex'))) return answer
  const text = Buffer.from(diagnostic)
  const rest = Buffer.concat([Buffer.from([0x0a, 1, 0x31, 4, 0, 4, text.length]), text])
  const message = Buffer.concat([answer.subarray(2, 5), Buffer.from([0x61, rest.length]), rest])
  return Buffer.concat([Buffer.from([0x30, message.length]), message])
}

it.each([
  ['alice', 'ldap-00112233-4455-6677-8899-aabbccddeeff'],
  ['letters', 'ldap-44434241-4645-4847-494a-4b4c4d4e4f50'],
  ['special', 'ldap-0029282a-005c-282a-295c-00ff80fe0a0d'],
])('%s is found by objectGUID, whatever its bytes', async (username, sub) => {
  const user = await directory.authenticate({ username, password: PASSWORD })
  expect(user).toEqual({ sub, preferred_username: username, name: `Name of ${username}`, family_name: 'Surname' })
  expect(await directory.find(sub)).toEqual(user)
})

it.each(['disabled', 'expired'])(
  'an account that is %s is reported as such after the right password',
  async (username) => {
    const user = await directory.authenticate({ username, password: PASSWORD })
    expect(user).toMatchObject({ active: false, preferred_username: username })
    expect(await directory.find(user?.sub ?? '')).toMatchObject({ active: false })
    expect(await directory.authenticate({ username, password: 'another' })).toBeUndefined()
  },
)

it.each([
  ['533', { sub: 'ldap-00112233-4455-6677-8899-aabbccddeeff', active: false }],
  ['773', { preferred_username: 'alice', active: false }],
  ['52e', undefined],
  ['775', undefined],
])('a bind that the server refuses with data %s', async (data, expected) => {
  diagnostic = `80090308: LdapErr: DSID-0C09044E, comment: AcceptSecurityContext error, data ${data}, v4563`
  const user = await directory.authenticate({ username: 'alice', password: 'another' })
  if (expected === undefined) expect(user).toBeUndefined()
  else expect(user).toMatchObject(expected)
})
