/** Which users may enter the panel (D-A3). */
import { ADMIN_ROLE, checkPanelAccess, VIEWER_ROLE } from '../../policies/panel-access.ts'
import { outcomeOf } from './outcome.ts'

const REFUSED = 'access_denied access_rule'

it.each<[look: string, change: string, what: string, roles: readonly string[]]>([
  ['allowed', 'allowed', 'an administrator', [ADMIN_ROLE]],
  ['allowed', REFUSED, 'a viewer', [VIEWER_ROLE]],
  ['allowed', 'allowed', 'who is both', [VIEWER_ROLE, ADMIN_ROLE]],
  [REFUSED, REFUSED, 'a user without roles', []],
  [REFUSED, REFUSED, 'a user with other roles', ['billing:admin', 'admin']],
  [REFUSED, REFUSED, 'a role that only looks alike', ['SSO:ADMIN', 'sso:admin ', 'sso:administrator', 'sso:']],
])('to look: %s, to change: %s, %s', (look, change, _, roles) => {
  expect(outcomeOf(checkPanelAccess(roles, false))).toBe(look)
  expect(outcomeOf(checkPanelAccess(roles, true))).toBe(change)
})

it('the roles have the documented names (D-A3)', () =>
  expect([ADMIN_ROLE, VIEWER_ROLE]).toEqual(['sso:admin', 'sso:viewer']))
