/**
 * Which users may open the administration panel, and which of them may make changes there.
 *
 * Spec      every panel page; D-A3
 * RFC       none
 * Deny      access_denied access_rule
 * Enforced  lib/apps/admin/panel.ts
 * Tests     test/policies/panel-access.test.ts
 */

import { ALLOW, deny, type Verdict } from './verdict.ts'

/** Client ID of the panel. */
export const PANEL_CLIENT_ID = 'sso-admin'
export const ADMIN_ROLE = 'sso:admin'
export const VIEWER_ROLE = 'sso:viewer'

export function checkPanelAccess(roles: readonly string[], change: boolean): Verdict {
  if (roles.includes(ADMIN_ROLE)) return ALLOW
  if (roles.includes(VIEWER_ROLE) && !change) return ALLOW
  return deny('access_denied', 'access_rule', change ? 'the role may not change anything' : 'no role for the panel')
}
