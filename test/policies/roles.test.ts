import {
  decideHostStanding,
  decideStanding,
  HOST_ROLE_MAX_LENGTH,
  isAdministrator,
  isHostRoleName,
  isRoleName,
  OWN_ROLES,
  ROLE_MAX_LENGTH,
  type Standing,
} from '../../policies/roles.ts'

const ADMIN: Standing = { roles: ['sso:admin'], status: 'active' }
const VIEWER: Standing = { roles: ['sso:viewer'], status: 'active' }
const SUSPENDED: Standing = { roles: ['sso:admin'], status: 'suspended' }

describe('what a role may be called', () => {
  it.each([
    [true, 'a role of the service', 'sso:admin'],
    [true, 'a single letter', 'a'],
    [true, 'digits', '2fa-exempt'],
    [true, 'every divider', 'a:b.c_d/e-f'],
    [true, 'the longest', 'r'.repeat(ROLE_MAX_LENGTH)],
    [false, 'nothing', ''],
    [false, 'one character more', 'r'.repeat(ROLE_MAX_LENGTH + 1)],
    [false, 'capitals', 'Admin'],
    [false, 'a space inside', 'sso admin'],
    [false, 'a space behind', 'sso:admin '],
    [false, 'a line feed behind', 'sso:admin\n'],
    [false, 'a divider before', ':admin'],
    [false, 'a divider behind', 'sso:'],
    [false, 'a comma', 'a,b'],
    [false, 'letters of another script', '\u0430dmin'],
    [false, 'markup', '<b>'],
    [false, 'a name of the object prototype', '__proto__'],
  ])('%s: %s', (expected, _, name) => expect(isRoleName(name)).toBe(expected))

  it('those of the service itself may be', () => {
    expect(OWN_ROLES).toEqual(['sso:admin', 'sso:viewer', 'sso:helpdesk'])
    expect(OWN_ROLES.every(isRoleName)).toBe(true)
  })
})

it.each([
  [true, 'active, with the role', ADMIN],
  [false, 'a viewer', VIEWER],
  [false, 'suspended', SUSPENDED],
])('who is an administrator (D-A3): %s: %s', (expected, _, standing) =>
  expect(isAdministrator(standing)).toBe(expected),
)

it.each<[string, string, Standing, Standing, number]>([
  ['last-administrator', 'the only one loses the role', ADMIN, VIEWER, 0],
  ['last-administrator', 'the only one is suspended', ADMIN, SUSPENDED, 0],
  ['allowed', 'one of two loses the role', ADMIN, VIEWER, 1],
  ['allowed', 'one of two is suspended', ADMIN, SUSPENDED, 1],
  ['allowed', 'the only one gets another role besides', ADMIN, { ...ADMIN, roles: ['sso:admin', 'billing'] }, 0],
  ['allowed', 'a user who never was one', VIEWER, { ...VIEWER, status: 'suspended' }, 0],
  ['allowed', 'a suspended one loses the role', SUSPENDED, { ...SUSPENDED, roles: [] }, 0],
  ['allowed', 'the first one is made', VIEWER, ADMIN, 0],
])('there is always an administrator: %s: %s', (decision, _, before, after, others) =>
  expect(decideStanding(before, after, others)).toBe(decision),
)

describe('users of a host', () => {
  it.each([
    ['yourself', 'loses the role', ADMIN, VIEWER, true],
    ['yourself', 'is suspended', ADMIN, SUSPENDED, true],
    ['allowed', 'keeps it', ADMIN, ADMIN, true],
    ['allowed', 'never had it', VIEWER, SUSPENDED, true],
    ['allowed', 'is another user', ADMIN, SUSPENDED, false],
  ] as const)('%s: the administrator who asks %s', (decision, _name, before, after, isSelf) =>
    expect(decideHostStanding(before, after, isSelf)).toBe(decision),
  )

  it.each([
    [true, 'words of their own', 'Ärzte & Pflege'],
    [true, 'the longest', 'r'.repeat(HOST_ROLE_MAX_LENGTH)],
    [false, 'one longer', 'r'.repeat(HOST_ROLE_MAX_LENGTH + 1)],
    [false, 'nothing', ''],
    [false, 'a blank at the end', 'role '],
    [false, 'a line break', 'a\nb'],
    [false, 'an invisible character', 'a\u200bb'],
  ])('%s as the name of a role: %s', (usable, _name, text) => expect(isHostRoleName(text)).toBe(usable))
})
