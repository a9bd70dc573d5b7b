import {
  ACCESS_ROLE_MAX_LENGTH,
  ACCESS_ROLES_MAX,
  type AppAccess,
  appAccessIssues,
  type Entry,
  entryOf,
  lostAccess,
  mayEnter,
  type RoleRule,
} from '../../policies/app-access.ts'

const NOW = Date.parse('2027-01-31T12:00:00Z')
const rule = (...roles: string[]): RoleRule => ({ roles })

it.each<[string, AppAccess | undefined, readonly string[] | undefined, boolean]>([
  ['no rule lets all users in', undefined, undefined, true],
  ['no rule lets in who has roles', undefined, ['sales'], true],
  ['one of the roles is enough', rule('finance', 'audit'), ['sales', 'audit'], true],
  ['another role is not', rule('finance'), ['sales'], false],
  ['a role that only begins so is not', rule('finance'), ['finance:read'], false],
  ['no role is not', rule('finance'), [], false],
  ['a role that ends later is enough', { roles: ['a'], until: { a: '2027-01-31' } }, ['a'], true],
  ['a role that has ended is not', { roles: ['a', 'b'], until: { a: '2027-01-30' } }, ['a'], false],
  ['all have ended: no user', { roles: ['a'], until: { a: '2027-01-30' } }, ['a', 'b'], false],
  ['a user without roles has none', rule('finance'), undefined, false],
])('%s', (_name, access, roles, expected) => expect(mayEnter(access, roles, NOW)).toBe(expected))

it.each<[string, AppAccess | undefined, AppAccess | undefined, ReturnType<typeof lostAccess>]>([
  ['no rule after: no user loses', rule('finance'), undefined, 'no-users'],
  ['a first rule may hit all users', undefined, rule('finance'), 'all-users'],
  ['one role more: no user loses', rule('finance'), rule('sales', 'finance'), 'no-users'],
  ['another order: no user loses', rule('a', 'b'), rule('b', 'a'), 'no-users'],
  ['one role less', rule('a', 'b'), rule('b'), ['a']],
  ['another role', rule('a'), rule('b'), ['a']],
  ['one that has ended', rule('a', 'b'), { roles: ['a', 'b'], until: { a: '2027-01-30' } }, ['a']],
])('%s', (_name, before, after, expected) => expect(lostAccess(before, after, NOW)).toEqual(expected))

it.each<[string, RoleRule, ReturnType<typeof appAccessIssues>]>([
  ['one role is a rule', rule('finance'), []],
  ['names of a host’s directory, of any script', rule('Finanz Team', 'المالية'), []],
  ['the longest role', rule('x'.repeat(ACCESS_ROLE_MAX_LENGTH)), []],
  ['as many as there may be', { roles: Array.from({ length: ACCESS_ROLES_MAX }, (_, at) => `r${at}`) }, []],
  ['no role', rule(), [{ code: 'no-role' }]],
  [
    'too many roles',
    { roles: Array.from({ length: ACCESS_ROLES_MAX + 1 }, (_, at) => `r${at}`) },
    [{ code: 'too-many-roles' }],
  ],
  ['a role three times', rule('a', 'a', 'a'), [{ code: 'role-repeated', role: 'a' }]],
  ['an empty role', rule(''), [{ code: 'role-unusable', role: '' }]],
  ['spaces around it', rule(' a'), [{ code: 'role-unusable', role: ' a' }]],
  ['end dates', { roles: ['a'], until: { a: '2027-01-31' } }, []],
  ['no end date', { roles: ['a'], until: { a: 'soon' } }, [{ code: 'end-unusable', role: 'a' }]],
  ['an end of another role', { roles: ['a'], until: { b: '2027-01-31' } }, [{ code: 'end-unusable', role: 'b' }]],
  ['a control character', rule('a\n'), [{ code: 'role-unusable', role: 'a\n' }]],
  ['a character that turns the line round', rule('a\u202Eb'), [{ code: 'role-unusable', role: 'a\u202Eb' }]],
  [
    'one that is too long',
    rule('x'.repeat(ACCESS_ROLE_MAX_LENGTH + 1)),
    [{ code: 'role-unusable', role: 'x'.repeat(ACCESS_ROLE_MAX_LENGTH + 1) }],
  ],
])('%s', (_name, access, expected) => expect(appAccessIssues(access)).toEqual(expected))

it.each<[string, AppAccess | undefined, readonly string[] | undefined, Entry]>([
  ['without a rule all users are in', undefined, [], 'all-users'],
  [
    'the roles that count are named, in the order of the rule',
    rule('finance', 'audit', 'it'),
    ['it', 'sales', 'finance'],
    ['finance', 'it'],
  ],
  ['another role lets no user in', rule('finance'), ['sales'], 'none'],
  ['nor does none', rule('finance'), undefined, 'none'],
])('%s', (_name, access, roles, entry) => expect(entryOf(access, roles, NOW)).toEqual(entry))
