import { PortalProfile } from '../ui/screens/portal/profile.tsx'
import type { PortalRequest } from './portal.ts'
import { show } from './shell.ts'

/** GET /profile: what the directory knows of the person. */
export function showProfile(page: PortalRequest): Promise<void> {
  const { person } = page
  return show(page, 200, PortalProfile, {
    subject: person.sub,
    person: {
      name: person.name,
      given: person.given_name,
      family: person.family_name,
      username: person.preferred_username,
      language: person.locale,
      zone: person.zoneinfo,
      email: person.email === undefined ? undefined : { address: person.email, verified: person.email_verified === true },
      roles: person.roles ?? [],
    },
  })
}
