import { claimAt, leavesRolesOut, mappedRoles } from '../../policies/upstream-roles.ts'

const TABLE = { claim: 'groups', map: { Sales: ['sales', 'reader'], Admins: ['sso:admin'] } }

it.each<[object, readonly string[]]>([
  [{ groups: ['Sales'] }, ['sales', 'reader']],
  [{ groups: 'Sales' }, ['sales', 'reader']],
  [{ groups: ['sso:admin', 'sales', 'constructor', '__proto__'] }, []],
  [{ groups: ['Admins', 'Sales', 'Sales'] }, ['sales', 'reader', 'sso:admin']],
  [{ groups: { Sales: true } }, []],
  [{ _claim_names: { groups: 'src1' } }, []],
  [{ groups: ['Sales'], _claim_names: { groups: 'src1' } }, []],
  [{ groups: ['Sales'], hasgroups: true }, []],
  [{ groups: ['Sales'], _claim_names: { address: 'src1' } }, ['sales', 'reader']],
  [{}, []],
])('%j gives %j', (claims, roles) => expect(mappedRoles(claims as Record<string, unknown>, TABLE)).toEqual(roles))

it('groups that are left out matter where roles are made of them', () => {
  expect(leavesRolesOut({ hasgroups: true }, TABLE)).toBe(true)
  expect(leavesRolesOut({ _claim_names: { groups: 'src1' } }, TABLE)).toBe(true)
  expect(leavesRolesOut({ groups: [] }, TABLE)).toBe(false)
  expect(leavesRolesOut({ hasgroups: true }, { claim: 'roles', map: {} })).toBe(false)
  expect(leavesRolesOut({ hasgroups: true }, undefined)).toBe(false)
})

it('without a table there are no roles', () => expect(mappedRoles({ groups: ['Sales'] }, undefined)).toEqual([]))

it('a dot walks into objects, where no claim has the whole name', () => {
  const claims = { realm_access: { roles: ['a'] }, 'https://b.example/roles': ['b'] }
  expect(claimAt(claims, 'realm_access.roles')).toEqual(['a'])
  expect(claimAt(claims, 'https://b.example/roles')).toEqual(['b'])
  expect(claimAt(claims, 'realm_access.constructor')).toBeUndefined()
})

it('a value without known roles gives none', () =>
  expect(mappedRoles({ groups: ['Guests'] }, { claim: 'groups', map: { Guests: [] } })).toEqual([]))
