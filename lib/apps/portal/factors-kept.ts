import type { PortalRequest } from './portal.ts'

/** Whether the directory keeps anything beyond passwords; the section is there only then. */
export function keepsFactors({ services: { users } }: Pick<PortalRequest, 'services'>): boolean {
  return users.passkeys !== undefined || users.totp !== undefined
}
