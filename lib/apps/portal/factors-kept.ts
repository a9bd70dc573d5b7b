import type { PortalRequest } from './portal.ts'

/** Whether the directory keeps anything beyond passwords; the section is there only then. */
export function keepsFactors({ services: { people } }: Pick<PortalRequest, 'services'>): boolean {
  return people.passkeys !== undefined || people.totp !== undefined
}
