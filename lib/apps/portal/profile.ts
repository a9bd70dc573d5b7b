import { decideProfile, PROFILE_FIELDS, type ProfileField, TIME_ZONES } from '../../../policies/profile.ts'
import type { ProfileFieldsProps, ProfileValues } from '../../web/ui/components/profile-fields.tsx'
import type { PortalRequest } from './portal.ts'
import { PortalProfile } from './profile-view.tsx'
import { goOn, show, viewOf } from './shell.ts'

/** GET /profile: what the directory knows of the person. */
export async function showProfile(page: PortalRequest): Promise<void> {
  const fields = await page.services.people.profileFields(page.person.sub)
  await showForm(page, 200, fields, page.person, [])
}

/** POST /profile: the directory is told what was changed, and nothing else (C2). */
export async function changeProfile(page: PortalRequest): Promise<void> {
  const { services, person, form, context } = page
  const fields = await services.people.profileFields(person.sub)
  const typed: ProfileValues = Object.fromEntries(PROFILE_FIELDS.map((field) => [field, form.get(field)]))
  const { changes, faults } = decideProfile(person, typed, fields)
  const again = (found: ProfileFieldsProps['faults']): Promise<void> => showForm(page, 422, fields, typed, found)
  if (faults.length > 0) return again(faults)
  const { t, languages } = viewOf(page)
  const changed = Object.entries(changes)
  if (changed.length === 0) return goOn(page, '/profile', { tone: 'info', text: t.portal.profile.unchanged })
  const outcome = await services.people.updateProfile({ sub: person.sub, changes })
  if (outcome === 'email-taken') return again([{ field: 'email', fault: 'email_taken' }])
  if (outcome !== 'updated') return goOn(page, '/profile', { tone: 'danger', text: t.portal.profile.refused })
  await services.audit.record({
    event: 'account.changed',
    result: 'ok',
    actor: person.sub,
    user: person.sub,
    address: context.address,
    requestId: context.requestId,
    changes: Object.fromEntries(changed.map(([field, now]) => [field, [person[field as ProfileField] ?? null, now]])),
  })
  // A language that was chosen here is that of the pages from now on.
  const spoken = languages.some(({ code }) => code === changes.locale) ? `?ui_locales=${changes.locale}` : ''
  await goOn(page, `/profile${spoken}`, { tone: 'ok', text: t.portal.profile.saved })
}

async function showForm(
  page: PortalRequest,
  status: number,
  fields: readonly ProfileField[],
  values: ProfileValues,
  faults: ProfileFieldsProps['faults'],
): Promise<void> {
  const { person } = page
  await show(page, status, PortalProfile, {
    subject: person.sub,
    person: {
      name: person.name,
      given: person.given_name,
      family: person.family_name,
      username: person.preferred_username,
      language: person.locale,
      zone: person.zoneinfo,
      email:
        person.email === undefined ? undefined : { address: person.email, verified: person.email_verified === true },
      roles: person.roles ?? [],
    },
    editing:
      fields.length === 0
        ? undefined
        : { form: { action: page.href('/profile'), hidden: page.hidden }, fields, values, faults, zones: TIME_ZONES },
  })
}
