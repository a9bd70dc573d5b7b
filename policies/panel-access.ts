/**
 * Which users may open the administration panel, and what they may do there. Helpers (`sso:helpdesk`) see users and
 * their failed sign-ins, and act only on users without a panel role. A page is closed to them unless it says otherwise.
 *
 * Spec      every panel page; D-A3, A11
 * RFC       none
 * Deny      access_denied access_rule
 * Enforced  lib/apps/admin/panel.ts, lib/apps/admin/users/subject.ts
 * Tests     test/policies/panel-access.test.ts, test/flows/panel-helpdesk.test.ts
 */

import { ALLOW, deny, type Verdict } from './verdict.ts'

/** Client ID of the panel. */
export const PANEL_CLIENT_ID = 'sso-admin'
export const ADMIN_ROLE = 'sso:admin'
export const VIEWER_ROLE = 'sso:viewer'
export const HELPDESK_ROLE = 'sso:helpdesk'

/** `help`: unlock a sign-in, email a reset, remove second factors, and end sessions. */
export type PanelAct = 'enter' | 'look' | 'help' | 'change'

const RIGHTS: ReadonlyMap<string, readonly PanelAct[]> = new Map([
  [ADMIN_ROLE, ['enter', 'look', 'help', 'change']],
  [VIEWER_ROLE, ['enter', 'look']],
  [HELPDESK_ROLE, ['enter', 'help']],
])

export function checkPanelAccess(roles: readonly string[], act: PanelAct): Verdict {
  if (roles.some((role) => RIGHTS.get(role)?.includes(act))) return ALLOW
  return deny('access_denied', 'access_rule', act === 'enter' ? 'no role for the panel' : 'the role may not do this')
}

/** Helpers cannot act on users who have a panel role. @param target the other user's roles */
export const mayHelp = (roles: readonly string[], target: readonly string[]): boolean =>
  checkPanelAccess(roles, checkPanelAccess(target, 'enter').allowed ? 'change' : 'help').allowed
