/** Details of a user have one validator, whatever their source is. */
import { userOf } from '../../adapters/ldap/entry.ts'
import { checkAccounts } from '../../lib/config/checks/accounts.ts'
import { readLine } from '../../lib/domain/transfer/transfer-line.ts'
import { mapClaims } from '../../lib/protocol/upstream/map-claims.ts'
import { decideProfile } from '../../policies/profile.ts'

const ATTRIBUTES = { username: 'uid', name: 'cn', email: 'mail' }

/** Whether each source lets a name and an address through that contain the text. */
const SOURCES: Readonly<Record<string, (name: string, email: string) => boolean>> = {
  'the panel': (name, email) => decideProfile({}, { name, email }, ['name', 'email']).issues.length === 0,
  'a provider': (name, email) => {
    const { person } = mapClaims({ claims: {}, roles: undefined }, { name, email })
    return person.name === name && person.email === email
  },
  'a directory service': (name, email) => {
    const values = new Map([
      ['entryuuid', ['9e1f6a5c-1f0f-4b7e-8a3d-0f5f5a5c1f0f']],
      ['uid', ['ada']],
      ['cn', [name]],
      ['mail', [email]],
    ])
    const rules = { id: 'entryUUID', attributes: ATTRIBUTES, isActiveDirectory: false }
    const user = userOf({ dn: 'uid=ada', values }, rules)
    return user.name === name && user.email === email
  },
  'an import': (name, email) =>
    readLine(JSON.stringify({ type: 'user', sub: 'u-ada', username: 'ada', name, email })).type === 'user',
  'the configuration': (name, email) =>
    checkAccounts({ accounts: [{ sub: 'u-ada', username: 'ada', password: 'x', name, email }] }).length === 0,
}

describe.each(Object.entries(SOURCES))('%s', (_, takes) => {
  it('takes names of all scripts', () =>
    expect(takes('Ünïcødé سوزا می\u200cخواهم 🙂', 'ada+1@sub.example.com')).toBe(true))

  it.each([
    'a\nb',
    'a\u0085b',
    'Ada\u202egnp.exe',
    'a\u2066b',
    'a\u200eb',
    'a\u200bb',
    'a\ufeffb',
    'a\u2028b',
    'a\u{e0041}b',
    'a\ud800b',
  ])('refuses %j', (text) => {
    expect(takes(text, 'ada@example.com')).toBe(false)
    expect(takes('Ada', `${text}@example.com`)).toBe(false)
  })
})

// The schema of the configuration allows 200 characters.
it.each(['the panel', 'a provider', 'a directory service', 'an import'])(
  '%s gives no name of 255 characters',
  (source) => expect(SOURCES[source]?.('x'.repeat(255), 'ada@example.com')).toBe(false),
)

it('the place of a detail that is refused is named', () =>
  expect(
    checkAccounts({ accounts: [{ password: 'x' }, { password: 'x', given_name: 'a\u202eb' }] }).map(({ path }) => path),
  ).toEqual(['accounts[1].given_name']))
