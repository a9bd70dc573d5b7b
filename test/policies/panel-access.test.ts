/** Which users may enter the panel, and what they may do there (D-A3, A11). */
import { ADMIN_ROLE, checkPanelAccess, HELPDESK_ROLE, mayHelp, VIEWER_ROLE } from '../../policies/panel-access.ts'
import { outcomeOf } from './outcome.ts'

const REFUSED = 'access_denied access_rule'
const ACTS = ['enter', 'look', 'help', 'change'] as const

it.each<[what: string, roles: readonly string[], allowed: readonly (typeof ACTS)[number][]]>([
  ['an administrator', [ADMIN_ROLE], ACTS],
  ['a viewer', [VIEWER_ROLE], ['enter', 'look']],
  ['a helper', [HELPDESK_ROLE], ['enter', 'help']],
  ['a helper who is a viewer too', [VIEWER_ROLE, HELPDESK_ROLE], ['enter', 'look', 'help']],
  ['who is all', [VIEWER_ROLE, HELPDESK_ROLE, ADMIN_ROLE], ACTS],
  ['a user without roles', [], []],
  ['a user with other roles', ['billing:admin', 'admin', 'constructor'], []],
  ['a role that only looks alike', ['SSO:ADMIN', 'sso:admin ', 'sso:administrator', 'sso:', 'sso:helpdesk2'], []],
])('%s', (_, roles, allowed) => {
  for (const act of ACTS)
    expect([act, outcomeOf(checkPanelAccess(roles, act))]).toEqual([act, allowed.includes(act) ? 'allowed' : REFUSED])
})

it.each([
  [true, HELPDESK_ROLE, []],
  [true, HELPDESK_ROLE, ['finance', 'sso:other']],
  [false, HELPDESK_ROLE, [HELPDESK_ROLE]],
  [false, HELPDESK_ROLE, ['finance', VIEWER_ROLE]],
  [false, HELPDESK_ROLE, [ADMIN_ROLE]],
  [true, ADMIN_ROLE, [ADMIN_ROLE]],
  [false, VIEWER_ROLE, []],
  [false, 'finance', []],
])('may help: %s: %s a user with %j', (expected, role, target) => expect(mayHelp([role], target)).toBe(expected))

it('the roles have the documented names (D-A3)', () =>
  expect([ADMIN_ROLE, VIEWER_ROLE, HELPDESK_ROLE]).toEqual(['sso:admin', 'sso:viewer', 'sso:helpdesk']))
